/** Control rows for a world's dialect. */
import { z } from 'zod'
import { json, reply } from '../../service/wire/row.ts'
import { dialectNames } from '../../service/wire/vocabulary.ts'
import { defineControl } from '../rows/row.ts'

export const dialectReply = z.strictObject({ dialect: z.enum(dialectNames).describe('The dialect: spec or live.') })

export type DialectReply = z.output<typeof dialectReply>

const showDialect = defineControl('control.showDialect', 'GET /_standin/dialect', {
  summary: "The world's dialect",
  replies: { 200: reply.json(dialectReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.dialect.show()),
})

/** Source: decisions §1. */
const useDialect = defineControl('control.useDialect', 'PUT /_standin/dialect', {
  world: 'made',
  summary: "Change the world's dialect for calls that arrive from now on",
  request: { body: json(dialectReply) },
  replies: { 200: reply.json(dialectReply) },
  example: { body: { dialect: 'live' } },

  handle: ({ body }, { knobs, reply: answer }) => answer(200, knobs.dialect.use(body.dialect)),
})

export const dialectRows = [showDialect, useDialect] as const
