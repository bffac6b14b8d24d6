/**
 * The name under which a requirement can be linked to: its id, with what may not stand in a name made harmless. The page's
 * own parts have names without a dot.
 */
export function toAnchor(id: string): string {
  const name = id.replace(/[^\w.-]/gu, (sign) => `_${(sign.codePointAt(0) ?? 0).toString(16)}_`);
  return name.includes('.') ? name : `${name}.`;
}
