/** Names and comments in the manner of a language. */

/** `orderId` → `order_id`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** `orderId` → `OrderId`. */
export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Lines of at most so many characters, each behind the prefix. A word is never divided. */
export function wrapped(text: string, prefix: string, further = prefix, width = 118): string[] {
  const lines: string[] = []
  let line = prefix
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== prefix && line !== further && line.length + word.length + 1 > width) {
      lines.push(line.trimEnd())
      line = further
    }
    line += line === prefix || line === further || /\s$/.test(line) ? word : ` ${word}`
  }
  return [...lines, line.trimEnd()]
}

/** Ends with a full stop. */
export const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)
