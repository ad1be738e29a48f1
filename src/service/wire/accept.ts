/** Chooses the content type of a text by the Accept header, as the framework of the platform does. Source: authentication §2. */

interface Range {
  readonly type: string
  readonly subtype: string
  readonly quality: number
  /** True for a range with a parameter of its own, such as a charset: no type of a reply has one. */
  readonly isNarrow: boolean
}

/** In the order in which they are tried. */
const textTypes = ['text/plain', 'application/json', 'text/json'] as const

/** The first type that the range of the highest quality asks for. A header that accepts anything asks for nothing. */
function chosenType<T extends string>(accept: string | undefined, types: readonly [T, ...T[]]): T {
  const ranges = (accept ?? '').split(',').flatMap(readRange)
  if (ranges.some(({ type, subtype }) => type === '*' && subtype === '*')) return types[0]
  const sorted = ranges.toSorted((one, other) => other.quality - one.quality)
  for (const range of sorted) {
    const mediaType = types.find((each) => isIn(each, range))
    if (mediaType !== undefined) return mediaType
  }
  return types[0]
}

/** None for a range that cannot be read. The quality 0 refuses nothing. */
function readRange(text: string): Range[] {
  const [media = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const [, type, subtype] = /^([^\s/]+)\/([^\s/]+)$/.exec(media) ?? []
  if (type === undefined || subtype === undefined) return []
  const at = parameters.findIndex((each) => each.startsWith('q='))
  const quality = at < 0 ? '1' : (parameters[at] ?? '').slice(2)
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(quality)) return []
  const own = at < 0 ? parameters : parameters.slice(0, at)
  return [{ type, subtype, quality: Number(quality), isNarrow: own.some((each) => each !== '') }]
}

function isIn(mediaType: string, { type, subtype, isNarrow }: Range): boolean {
  const [own, below] = mediaType.split('/')
  return !isNarrow && (type === '*' || type === own) && (subtype === '*' || subtype === below)
}

type Formatted = [body: string, headers: Readonly<Record<'content-type', string>>]

/** Body and headers of a reply with a text: the bare text, or a JSON string. */
export function textOrJson(text: string, accept: string | undefined): Formatted {
  const type = chosenType(accept, textTypes)
  return [type === 'text/plain' ? text : escapedJson(text), { 'content-type': `${type}; charset=utf-8` }]
}

/** JSON with the characters escaped that .NET escapes. */
const escapedJson = (value: string) =>
  JSON.stringify(value)
    .replaceAll('\\"', '\\u0022')
    .replace(/[^\x20-\x7E]|[&'+<>`]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
