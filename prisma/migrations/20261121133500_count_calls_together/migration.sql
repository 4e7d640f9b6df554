DROP FUNCTION consume_limits(TEXT[], TIMESTAMPTZ[], INTEGER[]);

-- Counts several calls, each against several limits: a call against all of its limits, or against none when one is used up.
--
-- `keys` and `starts` name the counters, each once. Entry i says that call `calls[i]` uses counter `places[i]` up to `quotas[i]`; the
-- entries of a call stand together. Returns, in the order of the entries, what is used after the call and whether it was accepted.
--
-- Counters are locked in one order, so two statements never wait for each other; calls that are over already wait for nobody.
CREATE FUNCTION consume_limits(
  keys TEXT[], starts TIMESTAMPTZ[], calls INTEGER[], places INTEGER[], quotas INTEGER[]
)
RETURNS TABLE (used INTEGER, accepted BOOLEAN)
LANGUAGE plpgsql AS $$
DECLARE
  counts INTEGER[] := array_fill(0, ARRAY[cardinality(keys)]);
  raised INTEGER[] := '{}';
  over INTEGER[];
  counter RECORD;
  head INTEGER := 1;
  tail INTEGER;
BEGIN
  -- Waiting for the disk would hold the rows for every caller; what a crash of the server loses are uses of its last moments.
  PERFORM set_config('synchronous_commit', 'off', true);

  FOR counter IN
    SELECT wanted.place, stored.count FROM unnest(keys, starts) WITH ORDINALITY AS wanted(key, start, place)
    JOIN "LimitCounter" stored ON stored.key = wanted.key AND stored."windowStart" = wanted.start
  LOOP
    counts[counter.place] := counter.count;
  END LOOP;
  SELECT coalesce(array_agg(entry.call), '{}') INTO over
  FROM unnest(calls, places, quotas) AS entry(call, place, quota) WHERE counts[entry.place] >= entry.quota;

  IF EXISTS (SELECT FROM unnest(calls) AS entry(call) WHERE entry.call <> ALL (over)) THEN
    INSERT INTO "LimitCounter" (key, "windowStart", count)
    SELECT wanted.key, wanted.start, 0 FROM unnest(keys, starts) WITH ORDINALITY AS wanted(key, start, place)
    WHERE EXISTS (
      SELECT FROM unnest(calls, places) AS entry(call, place) WHERE entry.place = wanted.place AND entry.call <> ALL (over)
    )
    ORDER BY wanted.key, wanted.start
    ON CONFLICT DO NOTHING;
    FOR counter IN
      SELECT wanted.place, stored.count FROM unnest(keys, starts) WITH ORDINALITY AS wanted(key, start, place)
      JOIN "LimitCounter" stored ON stored.key = wanted.key AND stored."windowStart" = wanted.start
      ORDER BY stored.key, stored."windowStart" FOR UPDATE OF stored
    LOOP
      counts[counter.place] := counter.count;
    END LOOP;
  END IF;

  WHILE head <= cardinality(calls) LOOP
    tail := head;
    accepted := calls[head] <> ALL (over);
    LOOP
      accepted := accepted AND counts[places[tail]] < quotas[tail];
      EXIT WHEN calls[tail + 1] IS DISTINCT FROM calls[head];
      tail := tail + 1;
    END LOOP;
    FOR entry IN head..tail LOOP
      IF accepted THEN
        counts[places[entry]] := counts[places[entry]] + 1;
        raised := raised || places[entry];
      END IF;
      used := counts[places[entry]];
      RETURN NEXT;
    END LOOP;
    head := tail + 1;
  END LOOP;

  UPDATE "LimitCounter" stored SET count = counts[wanted.place]
  FROM unnest(keys, starts) WITH ORDINALITY AS wanted(key, start, place)
  WHERE stored.key = wanted.key AND stored."windowStart" = wanted.start AND wanted.place = ANY (raised);
END
$$;
