"use client";
import { Button } from "@docsteward/ui/button";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useTRPC } from "../../../../../../trpc/api.ts";
import { useSite } from "../../../../_components/site-context.tsx";
import { toSentence } from "./error-sentence.ts";

type Rating = "up" | "down";

/** Good or bad, said through the public interface as a reader does. What is bad becomes a gap. */
export function RateButtons({ messageId, token }: { messageId: string; token: () => Promise<string> }) {
  const { domain } = useSite();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const rate = useMutation({
    mutationFn: async (rating: Rating) => {
      const response = await fetch(`/discovery/v2/assistant/${domain}/feedback`, {
        method: "POST",
        headers: { Authorization: `Bearer ${await token()}`, "Content-Type": "application/json" },
        body: JSON.stringify({ messageId, rating }),
      });
      if (!response.ok) throw new Error(await response.text());
      return rating;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.thread.pathKey() }),
    onError: (error) => toast.error(toSentence(error)),
  });
  return (
    <>
      <RateButton
        label="Rate answer as good"
        isOn={rate.data === "up"}
        onClick={() => rate.mutate("up")}
        Icon={ThumbsUp}
      />
      <RateButton
        label="Rate answer as bad"
        isOn={rate.data === "down"}
        onClick={() => rate.mutate("down")}
        Icon={ThumbsDown}
      />
    </>
  );
}

function RateButton(props: { label: string; isOn: boolean; onClick: () => void; Icon: typeof ThumbsUp }) {
  const { label, isOn, onClick, Icon } = props;
  return (
    <Button
      variant={isOn ? "chosen" : "ghost"}
      size="icon"
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      onClick={onClick}
    >
      <Icon aria-hidden className={isOn ? "fill-current" : ""} />
    </Button>
  );
}
