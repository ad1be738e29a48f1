/** The replies about hooks: receivers of webhooks within Standin. */
import { z } from 'zod'
import { hookName } from './hook-name.ts'
import { pageReply } from './page.ts'

/** What a hook can answer. */
export const hookStatuses = [200, 202, 204, 302, 400, 401, 403, 404, 408, 409, 410, 413, 422, 429, 500, 502, 503, 504] as const
export type HookStatus = (typeof hookStatuses)[number]

export const hookReply = z.object({
  name: hookName().describe('The last part of its address.'),
  status: z.literal(hookStatuses).describe('What it answers.'),
  delay: z.string().describe('How long it waits before it answers, in real time.'),
  received: z.int().describe('How many requests arrived.'),
  lastAt: z.iso.datetime().nullable().describe('When the last request arrived, by the clock of the world.'),
})

export type Hook = z.output<typeof hookReply>

export const hooksReply = z.object({ hooks: z.array(hookReply).describe('The hooks of this world.'), ...pageReply })

export const hookRequestReply = z.object({
  id: z.int().describe('The number of the request in this world.'),
  at: z.iso.datetime().describe('When it arrived, by the clock of the world.'),
  answered: z.int().describe('The status that the hook answered.'),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).describe('Its headers, without secrets.'),
  body: z.string().describe('The first 4,096 characters of its body, without secrets.'),
  missing: z.int().describe('How many characters of its body are left out.'),
  bytes: z.int().describe('The length of its body.'),
  event: z
    .object({ id: z.string().describe('The id of the event.'), type: z.string().describe('The type of the event.') })
    .nullable()
    .describe('The CloudEvent in its body; null when there is none.'),
})

export type HookRequest = z.output<typeof hookRequestReply>

export const fullHookReply = z.object({
  ...hookReply.shape,
  requests: z.array(hookRequestReply).describe('What arrived last, oldest first. A world keeps 500 requests.'),
  ...pageReply,
})

export type FullHook = z.output<typeof fullHookReply>
