/** Writes an exchanged token: as bare text, or as a JSON string for a client that asks for JSON. Source: authentication §2. */

const formats: Readonly<Record<string, 'json' | 'text'>> = {
  'application/json': 'json',
  'text/json': 'json',
  'application/*': 'json',
  'application/*+json': 'json',
  'text/plain': 'text',
  'text/*': 'text',
}

/** Body and headers of the reply. A client that accepts everything gets text. */
export function tokenText(token: string, accept: string | undefined): [body: string, headers: Readonly<Record<string, string>>] {
  return wantsJson(accept ?? '')
    ? [JSON.stringify(token), { 'content-type': 'application/json; charset=utf-8' }]
    : [token, { 'content-type': 'text/plain; charset=utf-8' }]
}

function wantsJson(accept: string): boolean {
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return { type, quality: Number(/^q=([\d.]+)$/.exec(parameters.find((each) => each.startsWith('q=')) ?? '')?.[1] ?? 1) }
  })
  if (ranges.some(({ type }) => type === '*/*')) return false
  const best = ranges.toSorted((one, other) => other.quality - one.quality).find(({ type }) => Object.hasOwn(formats, type))
  return best !== undefined && formats[best.type] === 'json'
}
