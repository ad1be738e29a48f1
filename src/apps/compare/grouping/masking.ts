/** Values and replies as a report shows them: without secrets, and without what concerns people unless it is wanted. */
import type { CallHeaders } from '../../../service/wire/call.ts'

/** A reply in a report. */
export interface ShownReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Null: it is not text, or it is too large. */
  readonly body: string | null
  /** Size of the whole body, as far as it is known. */
  readonly bytes: number
  /** Characters of the body that are left out. */
  readonly missing: number
}

/** The most headers of a reply. */
const mostHeaders = 50
const mostBody = 4_000

export function shownReply(
  reply: { readonly status: number; readonly headers: CallHeaders; readonly body: unknown },
  showValues: boolean,
): ShownReply {
  const bytes = reply.body instanceof Uint8Array ? reply.body : undefined
  const text = bytes === undefined ? undefined : textOf(bytes)
  const clear = text === undefined ? null : cleared(text, showValues)
  const headers = Object.entries(reply.headers).filter(
    ([name, value]) => value !== undefined && !/^(?:set-cookie|authorization)$/.test(name),
  )
  return {
    status: reply.status,
    headers: Object.fromEntries(
      headers.slice(0, mostHeaders).map(([name, value]) => [name, cleared(String(value), showValues).slice(0, mostShown)]),
    ),
    body: clear === null ? null : clear.slice(0, mostBody),
    bytes: bytes?.byteLength ?? 0,
    missing: Math.max(0, (clear?.length ?? 0) - mostBody),
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function cleared(text: string, showValues: boolean): string {
  const open = text.replace(secret, '<token>').replace(secretPair, '$1<secret>')
  return showValues ? open : person.reduce((left, [pattern, name]) => left.replace(pattern, name), withoutTexts(open))
}

/** Members that contain the text of a message. */
const messageTexts = /(?:^|\.)(?:subject|body|emailBody|smsBody|message|content|sendingText)$/i
const secret = /eyJ[\w.-]+/g
const secretPair = /((?:token|key|secret|password|assertion|sig|signature|code)=)[^&\s"]+/gi
const person = [
  [/[\w.+-]{1,64}@[\w.-]{1,250}/g, '<email>'],
  [/(?<![\w.-])(?:\+|00)\d{6,15}(?!\d)/g, '<phone>'],
  [/%2B\d{6,15}(?!\d)/gi, '<phone>'],
  [/(?<![\w-])\d{11}(?![\w-])/g, '<identity number>'],
  [/(?<![\w.:-])[2-9]\d{7}(?![\w.-])/g, '<phone>'],
] as const

/** The most characters of a value. */
const mostShown = 200
/** What is searched for them, of a longer one. */
const mostRead = 2_000

/** A value as a report shows it: never a token, and nothing of a person unless `showValues`. */
export function masked(where: string, value: unknown, showValues: boolean): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return showValues || String(value).length < 8 ? value : '<number>'
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, mostRead)
  // A list or an object may contain any of them.
  if (!showValues && typeof value === 'string' && messageTexts.test(where)) return `<text of ${value.length} characters>`
  const open = text.replace(secret, '<token>').replace(secretPair, '$1<secret>')
  const told = showValues
    ? open
    : person.reduce((left, [pattern, name]) => left.replace(pattern, name), typeof value === 'string' ? open : withoutTexts(open))
  return told.length > mostShown ? `${told.slice(0, mostShown)}…` : told
}

const withoutTexts = (json: string) =>
  json.replace(/("(?:subject|body|emailBody|smsBody|message|content)":\s*)"(?:[^"\\]|\\.)*"/gi, '$1"<text>"')
