/** Ids of digits are sent as the numbers the interface declares; others as they were shown. */
export const toWireId = (id: string): number | string => (/^\d{1,15}$/.test(id) ? Number(id) : id);
