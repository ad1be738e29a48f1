/** Answers instead of the service, with the status, headers and body in the rule. */
import { z } from 'zod'
import type { Answer, AnswerHeaders } from '../../wire/call.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineWrap } from '../scenario/effect.ts'

/** The host writes these headers, and duplicates would make the reply invalid. */
export const framing = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade']
const bodiless = [204, 205, 304]

const nameForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const headerValue = whenNeeded(() => z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'is not a valid header value'))

const headers = whenNeeded(() =>
  z.record(z.string(), headerValue()).superRefine((written, context) => {
    for (const name of Object.keys(written)) {
      const refuse = (message: string) => context.addIssue({ code: 'custom', message, path: [name] })
      if (!nameForm.test(name)) refuse('has a name that is not a valid header name')
      else if (framing.includes(name.toLowerCase())) refuse('cannot be set, because the server itself writes this header')
    }
  }),
)

export const fixedReply = whenNeeded(() =>
  z
    .strictObject({
      status: z.int().min(200).max(599).describe('The response status.'),
      headers: headers().optional().describe('The response headers.'),
      body: z.unknown().optional().describe('The response body.'),
    })
    .refine(({ status, body }) => body === undefined || !bodiless.includes(status), {
      error: 'cannot be sent, because a reply with this status has no body',
      path: ['body'],
    }),
)

export const respond = defineWrap({
  options: fixedReply,
  summary: 'The call gets a fixed reply, and the service does nothing',
  explain({ status, headers: named = {}, body }) {
    const names = Object.keys(named)
    const parts = [
      names.length > 0 ? `the ${names.join(', ')} ${names.length > 1 ? 'headers' : 'header'}` : '',
      body === undefined ? '' : 'a fixed body',
    ].filter((part) => part !== '')
    return `The call gets a ${status}${parts.length > 0 ? ` with ${parts.join(' and ')}` : ''}, and the service does nothing.`
  },
  wrap: fixedAnswer,
})

export function fixedAnswer({ status, headers: named = {}, body }: z.input<ReturnType<typeof fixedReply>>): Answer {
  const out: AnswerHeaders = {}
  for (const [name, value] of Object.entries(named)) out[name.toLowerCase()] = value
  if (body === undefined) return { status, headers: out }
  out['content-type'] ??= typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  return { status, headers: out, body: typeof body === 'string' ? body : JSON.stringify(body) }
}
