/** Reads what a client accepts. Source: RFC 9110, section 12.5. */

interface Accepted {
  readonly name: string
  readonly weight: number
}

/** The parts of an Accept header or one like it, in lower case. A part without a readable weight counts fully. */
function partsOf(text = ''): Accepted[] {
  return text.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
    const weight = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1)
    return { name, weight: Number.isNaN(weight) ? 1 : weight }
  })
}

/** Whether an Accept header names this type. Types such as `*` do not count. */
export const accepts = (accept: string | undefined, type: string): boolean =>
  accept !== undefined && partsOf(accept).some(({ name, weight }) => name === type && weight > 0)

/** The compressions that a client takes, best first. */
const known = ['br', 'gzip']

/** Those of `br` and `gzip` that an Accept-Encoding header names, best first. */
export function acceptedEncodings(accepted: string | undefined): string[] {
  const named = partsOf(accepted).filter(({ weight }) => weight > 0)
  return known.filter((encoding) => named.some(({ name }) => name === encoding))
}
