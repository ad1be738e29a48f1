/** The beginning of a text that a client wrote, for replies and for the journal. */

/** How many characters of a name or a value are kept and repeated. Source: decisions §8. */
export const valueLimit = 256

/** A copy: a slice alone would keep the whole text in memory. */
export const cut = (text: string, limit: number): string => (text.length <= limit ? text : structuredClone(text.slice(0, limit)))

/** A name or a value as it stands in a reply. What is left out shows as `…`. */
export const excerpt = (text: string): string => (text.length <= valueLimit ? text : `${cut(text, valueLimit)}…`)
