/** A reply as shown in a report: bounded, with masked values. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { type CallHeaders, header } from '../../../service/wire/call.ts'
import { parseJson } from '../../../service/wire/json.ts'
import { contentSize } from '../comparing/contents.ts'
import type { Content } from '../exchange.ts'
import { type Mask, maskedMembers } from './masking.ts'

export type ShownReply = ReturnType<typeof shownReply>

/** Maximum number of characters to show from a body. */
const mostShown = 16_384
/** Maximum size in bytes of a decompressed body. */
const mostUnpacked = 2 ** 20
const mostHeaders = 60
const leftOut = /^(?:x-standin-.*|set-cookie)$/

export function shownReply(
  { status, headers, body }: { readonly status: number; readonly headers: CallHeaders; readonly body: Content | undefined },
  mask: Mask,
) {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || leftOut.test(name) ? [] : [[name, String(mask(`headers.${name}`, [value].flat().join(', ')))]],
  )
  const text = body instanceof Uint8Array ? textOf(body, headers) : undefined
  const shown = text === undefined ? null : maskedText(text, mask)
  return {
    status,
    /** Keyed by lowercase name. */
    headers: Object.fromEntries(named.slice(0, mostHeaders)),
    /** Null if the body is not text, or was not stored. */
    body: shown === null ? null : shown.slice(0, mostShown),
    /** Size of the whole body in bytes. */
    bytes: body === undefined ? 0 : contentSize(body),
    /** Number of characters omitted from the body. */
    missing: Math.max(0, (shown?.length ?? 0) - mostShown),
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Returns undefined for bytes that are not text, or that exceed the limit when decompressed. */
function textOf(bytes: Uint8Array, headers: CallHeaders): string | undefined {
  const encoding = (header(headers, 'content-encoding') ?? '').trim().toLowerCase()
  const bounds = { maxOutputLength: mostUnpacked }
  try {
    if (encoding === '' || encoding === 'identity') return utf8.decode(bytes)
    if (encoding === 'gzip' || encoding === 'x-gzip') return utf8.decode(gunzipSync(bytes, bounds))
    if (encoding === 'br') return utf8.decode(brotliDecompressSync(bytes, bounds))
    return encoding === 'deflate' ? utf8.decode(inflateSync(bytes, bounds)) : undefined
  } catch {
    return undefined
  }
}

function maskedText(text: string, mask: Mask): string {
  const value = parseJson(text)
  return value === undefined ? String(mask('', text)) : JSON.stringify(maskedMembers('', value, mask))
}
