"use client";

import { Button, type ButtonProps } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { Tooltip } from "@docsteward/ui/tooltip";
import type { Role } from "../server/trpc/init.ts";
import { hasRole, useMembership } from "./project-context.tsx";

/** A button for people of a role and those above it. Others keep it in view, with the reason why it does nothing. */
export function RestrictedButton({ least = "admin", className, ...props }: ButtonProps & { least?: Role }) {
  const { role, org } = useMembership();
  if (hasRole(role, least)) return <Button className={className} {...props} />;
  const { onClick: _, ...rest } = props;
  const helper = least === "owner" ? "an owner" : "an admin";
  return (
    <Tooltip
      text={`Your role in ${org} is ${role}. This action requires the role ${least}. Ask ${helper} to do it or to change your role.`}
    >
      <Button {...rest} type="button" disabled focusableWhenDisabled className={cn("opacity-50", className)} />
    </Tooltip>
  );
}
