/** The control row that creates a token. */
import { z } from 'zod'
import { durationOption, milliseconds } from '../../service/failures/effects.ts'
import { reply } from '../../service/wire/row.ts'
import { durationForm } from '../../service/wire/timestamp.ts'
import { defineControl, optionalJson } from '../rows/row.ts'

export const tokenReply = z.object({
  token: z.string().describe('The token.'),
  expiresAt: z.iso.datetime().describe('When the token expires.'),
  claims: z.record(z.string(), z.unknown()).describe("The token's claims."),
})

const orgNo = z.string().regex(/^\d{9}$/, 'An organization number has nine digits')
const name = z.string().regex(/^[\w-]{1,50}$/, 'A name has 1 to 50 letters, digits, _ or -')

const longest = 315_360_000
const ttlError = `is neither seconds nor ${durationForm}, from 1 s to ${longest} s`
const ttl = z
  .union([z.int({ error: ttlError }), durationOption().transform((text) => milliseconds(text) / 1000)], { error: ttlError })
  .refine((seconds) => seconds >= 1 && seconds <= longest, { error: ttlError })

const request = z.strictObject({
  org: name.optional().describe("A service owner's code, such as ttd."),
  orgNo: orgNo.optional().describe("The caller's organization number. For a system user's token, the vendor's number."),
  scope: z
    .string()
    .max(4000)
    .regex(/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/, 'Scopes are separated by spaces')
    .optional()
    .describe("The scopes, separated by spaces. Default: all of the service's scopes."),
  clientId: name.optional().describe("The integration's client id. Default: derived from the organization number."),
  systemUserOrg: orgNo.optional().describe('The number of the organization that a system user acts for.'),
  issuer: z
    .enum(['platform', 'maskinporten'])
    .optional()
    .describe('The issuer: platform, or maskinporten for a token that has not been exchanged yet. Default: platform.'),
  ttl: ttl.optional().describe("The token's lifetime: a duration such as 30m or PT30M, or seconds. Default: 30m."),
})

const makeToken = defineControl('control.makeToken', 'POST /_standin/tokens', {
  world: 'made',
  summary: 'Create a token for any caller',
  request: { body: optionalJson(request) },
  replies: { 200: reply.json(tokenReply) },
  example: { body: { org: 'ttd', orgNo: '991825827', scope: 'altinn:serviceowner/notifications.create' } },
  command: {
    name: 'token',
    summary: 'Print a token for the "Authorization: Bearer <token>" header',
    examples: [
      ['standin token --org ttd --scope altinn:serviceowner/notifications.create', 'Print a token for ordering notifications as ttd'],
      ['standin token --org-no 313131313 --scope "altinn:broker.read altinn:broker.write"', 'Print a token for transferring files'],
    ],
    said: '{token}',
  },

  handle: async ({ body = {} }, { knobs, base, reply: answer }) => answer(200, await knobs.token(body, base)),
})

export const tokenRows = [makeToken] as const
