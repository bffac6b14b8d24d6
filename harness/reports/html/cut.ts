/** The beginning of a text; a pair of surrogates is not torn apart. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most);
}

/** The end of a text, likewise. */
export function cutFront(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.length - most;
  return text.slice(/[\udc00-\udfff]/.test(text.charAt(start)) ? start + 1 : start);
}
