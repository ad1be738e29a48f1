/** Finds JSON that is nested deeper than anything that Standin writes: walking through it would take more stack than there is. */

export const mostDepth = 100
const [quote, backslash, list, object, endOfList, endOfObject] = Array.from('"\\[{]}', (sign) => sign.charCodeAt(0))

/** `text`: JSON, or not. */
export function isDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === list || code === object) {
      if (++depth > mostDepth) return true
    } else if (code === endOfList || code === endOfObject) depth--
  }
  return false
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    const end = text.indexOf('"', at)
    if (end < 0) return text.length
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end
    at = end
  }
}
