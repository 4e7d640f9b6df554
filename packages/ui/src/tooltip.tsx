"use client";
import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useState,
} from "react";
import { createPortal } from "react-dom";

const SHOW_AFTER_MS = 400;
const GAP_PX = 6;
const EDGE_PX = 8;
const MAX_WIDTH_PX = 256;

type Handlers = Partial<Record<"onPointerEnter" | "onPointerLeave" | "onFocus" | "onBlur" | "onPointerDown", unknown>>;

/**
 * A few words about a control, on hover and focus, until it is left or Escape is pressed. It repeats or adds; the control has a name of
 * its own. Made here and not of the library's parts, whose way to place things weighs more than the rest of a page.
 *
 * @param children the control; it passes on what it is given
 */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  const id = useId();
  const [control, setControl] = useState<Element | null>(null);
  const [timer] = useState<{ id?: ReturnType<typeof setTimeout> }>({});
  const show = (after: number) => (event: SyntheticEvent) => {
    const target = event.currentTarget;
    clearTimeout(timer.id);
    timer.id = setTimeout(() => setControl(target), after);
  };
  const hide = () => {
    clearTimeout(timer.id);
    setControl(null);
  };
  useEffect(() => () => clearTimeout(timer.id), [timer]);
  const props = children.props as Handlers;
  const both = (own: unknown, ours: (event: SyntheticEvent) => void) => (event: SyntheticEvent) => {
    if (typeof own === "function") own(event);
    ours(event);
  };
  return (
    <>
      {cloneElement(children as ReactElement<Record<string, unknown>>, {
        "aria-describedby": control ? id : undefined,
        onPointerEnter: both(props.onPointerEnter, show(SHOW_AFTER_MS)),
        onPointerLeave: both(props.onPointerLeave, hide),
        onPointerDown: both(props.onPointerDown, hide),
        onFocus: both(props.onFocus, (event) => event.currentTarget.matches(":focus-visible") && show(0)(event)),
        onBlur: both(props.onBlur, hide),
      })}
      {control && <Words {...{ id, text, control }} onEscape={hide} />}
    </>
  );
}

function Words(props: { id: string; text: ReactNode; control: Element; onEscape: () => void }) {
  const { control, onEscape } = props;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && onEscape();
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [onEscape]);
  const place = (words: HTMLDivElement | null) => {
    if (words === null) return;
    const [at, own] = [control.getBoundingClientRect(), words.getBoundingClientRect()];
    const above = at.top - own.height - GAP_PX;
    const middle = at.left + at.width / 2 - own.width / 2;
    words.style.top = `${above < EDGE_PX ? at.bottom + GAP_PX : above}px`;
    words.style.left = `${Math.max(EDGE_PX, Math.min(middle, innerWidth - own.width - EDGE_PX))}px`;
  };
  return createPortal(
    <div
      ref={place}
      id={props.id}
      role="tooltip"
      style={{ maxWidth: MAX_WIDTH_PX }}
      className="pointer-events-none fixed top-0 left-0 z-50 w-max rounded-md border bg-popover px-2 py-1 text-popover-foreground text-xs shadow-md"
    >
      {props.text}
    </div>,
    document.body,
  );
}
