/** Control rows for webhook receivers inside Standin. */
import { z } from 'zod'
import { durationOption } from '../../service/failures/effects.ts'
import { bytes, json, reply } from '../../service/wire/row.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'
import { bodyLimit, refuseLarge } from '../serving/input.ts'
import { hookName } from './knob.ts'

export const hookStatuses = [200, 202, 204, 302, 400, 401, 403, 404, 408, 409, 410, 413, 422, 429, 500, 502, 503, 504] as const
export type HookStatus = (typeof hookStatuses)[number]

export const hookReply = z.object({
  name: hookName().describe("The last part of the hook's URL."),
  status: z.literal(hookStatuses).describe("The status of the hook's answers."),
  delay: z.string().describe("The delay before the hook's answers, in real time."),
  received: z.int().describe('The number of requests received.'),
  lastAt: z.iso.datetime().nullable().describe('The world time when the last request arrived.'),
})

export type Hook = z.output<typeof hookReply>

export const hooksReply = z.object({ hooks: z.array(hookReply).describe("This world's hooks."), ...pageReply })

export const hookRequestReply = z.object({
  id: z.int().describe("The request's number in this world."),
  at: z.iso.datetime().describe('The world time when the request arrived.'),
  answered: z.int().describe('The status with which the hook answered.'),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).describe('The headers, without secrets.'),
  body: z.string().describe('The first 4,096 characters of the body, without secrets.'),
  missing: z.int().describe('The number of body characters that were cut off.'),
  bytes: z.int().describe("The body's length in bytes."),
  event: z
    .object({ id: z.string().describe('The event id.'), type: z.string().describe("The event's type.") })
    .nullable()
    .describe('The CloudEvent in the body; null if the body contains none.'),
})

export type HookRequest = z.output<typeof hookRequestReply>

export const fullHookReply = z.object({
  ...hookReply.shape,
  requests: z.array(hookRequestReply).describe('The newest requests, oldest first. A world stores up to 500 requests.'),
  ...pageReply,
})

export type FullHook = z.output<typeof fullHookReply>

const listHooks = defineControl('control.listHooks', 'GET /_standin/hooks', {
  summary: 'The hooks: webhook receivers inside Standin, with their answers',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(hooksReply) },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.hooks.list(pageIn(query))),
})

const byHook = z.object({ name: hookName().describe('Any name. A hook is created by its first request.') })

const showHook = defineControl('control.showHook', 'GET /_standin/hooks/{name}', {
  summary: 'The requests that a hook received, and its answer',
  request: { params: byHook, query: z.object(pageQuery) },
  replies: { 200: reply.json(fullHookReply) },
  example: { params: { name: 'mine' } },

  handle: ({ params, query }, { knobs, reply: answer }) => answer(200, knobs.hooks.show(params.name, pageIn(query))),
})

/** Subscribers may choose URLs with any query string. */
const anyQuery = z.looseObject({})
const receiveHook = defineControl('control.receiveHook', 'POST /_standin/hooks/{name}', {
  summary: "Receive a webhook: store the request and answer with the chosen status. Use this URL as a subscription's endPoint",

  open: true,
  request: { params: byHook, query: anyQuery, body: bytes() },
  replies: { 200: reply.empty(), 202: reply.empty(), 204: reply.empty() },
  example: { params: { name: 'mine' } },

  async handle({ params, body }, { simulator, knobs, call }) {
    const whole = body ? await simulator.collect(body, bodyLimit).catch(refuseLarge) : new Uint8Array()
    const { status, wait } = knobs.hooks.receive(params.name, { headers: call.headers, body: whole })
    if (wait > 0) await simulator.pause(wait, call.signal)
    // Any status can be chosen, but the document only lists success statuses.
    return { status, body: undefined }
  },
})

const answerRequest = z.strictObject({
  status: z.literal(hookStatuses).optional().describe('The status to answer with. Default: 200.'),
  delay: durationOption().optional().describe('The delay before its answers, in real time, such as PT1S. Default: none.'),
})

const answerHook = defineControl('control.answerHook', 'PUT /_standin/hooks/{name}', {
  world: 'made',
  summary: "Set the status and the delay of a hook's answers",
  request: { params: byHook, body: json(answerRequest) },
  replies: { 200: reply.json(hookReply) },
  example: { params: { name: 'mine' }, body: { status: 503, delay: 'PT1S' } },

  handle: ({ params, body }, { knobs, reply: answer }) => answer(200, knobs.hooks.answer(params.name, body)),
})

const clearHook = defineControl('control.clearHook', 'DELETE /_standin/hooks/{name}', {
  summary: "Delete a hook's requests and reset its answer",
  request: { params: byHook },
  example: { params: { name: 'mine' } },

  handle: ({ params }, { knobs, done }) => done(knobs.hooks.clear(params.name)),
})

export const hooksRows = [listHooks, showHook, receiveHook, answerHook, clearHook] as const
