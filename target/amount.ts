const FIGURE = /\d(?:[\d.,]*\d)?/g;

/** A comma or a point before one or two last digits separates decimals; any other separates thousands. */
function toNumber(figure: string): number {
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(figure) ?? [];
  return Number(`${whole.replace(/[.,]/g, '')}.${decimals}`);
}

/** The amounts in a text, whatever currency and separators it is written with: `$1,000.50 – 20,5 €` has two. */
export const amountsIn = (text: string): readonly number[] => (text.match(FIGURE) ?? []).map(toNumber);

/** Whether two texts tell the same cost; words count where there are no figures, but nothing at all may be `Free`. */
export function isSameCost(sent: string, shown: string): boolean {
  const [wanted, told] = [amountsIn(sent), amountsIn(shown)];
  if (told.length === 0 && shown.trim() !== '' && wanted.length > 0) return wanted.every((amount) => amount === 0);
  if (wanted.length === 0) return sent.trim() === shown.trim();
  return wanted.length === told.length && wanted.every((amount, index) => amount === told[index]);
}
