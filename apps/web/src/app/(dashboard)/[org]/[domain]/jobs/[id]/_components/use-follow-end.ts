"use client";
import { useCallback, useEffect, useRef, useState } from "react";

/**
 * Keeps the end of something that grows in view, unless the reader has scrolled away from it.
 *
 * @param length grows with its end
 * @param isLive whether it is still growing: what is at rest is read from where the reader is
 * @returns `endRef` for an element at the end, and whether there is news that the reader does not see
 */
export function useFollowEnd({ length, isLive }: { length: number; isLive: boolean }) {
  const end = useRef<HTMLElement | null>(null);
  const isInView = useRef(false);
  const [seen, setSeen] = useState(length);
  const [isAway, setIsAway] = useState(false);
  const endRef = useCallback((element: HTMLElement | null) => {
    end.current = element;
    if (element === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      isInView.current = entry?.isIntersecting ?? false;
      setIsAway(!isInView.current);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const jump = useCallback(() => end.current?.scrollIntoView({ block: "end" }), []);
  useEffect(() => {
    if (!isInView.current) return;
    setSeen(length);
    if (isLive) jump();
  }, [length, isLive, jump]);
  return { endRef, jump, hasNews: isLive && isAway && length > seen };
}
