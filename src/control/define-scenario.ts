/** Defines a scenario for one world. */
import { z } from 'zod'
import { scenarioStatusReply } from '../control-replies/scenarios.ts'
import { scenarioDocument } from '../scenario/grammar.ts'
import { anyDocument } from '../wire/any-name.ts'
import { json, reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

/** Accepts any document, because the reader of scenarios explains mistakes better than a schema could. */
export const scenarioRequest = z
  .looseObject({ name: z.string() })
  .meta({ documentedAs: z.strictObject({ name: z.string(), ...scenarioDocument().shape }) })

export const defineScenario = defineControl({
  id: 'control.defineScenario',
  summary: 'Define a scenario for this world; the same name replaces',
  request: { body: json(scenarioRequest) },
  replies: { 200: reply.json(scenarioStatusReply), 201: reply.json(scenarioStatusReply) },
  example: {
    body: {
      name: 'slow-search',
      summary: 'Searching takes two seconds',
      rules: [{ on: 'fileTransfer.search', latency: 'PT2S' }],
    },
  },

  handle({ body: { name, ...document } }, { knobs, reply: answer }) {
    const known = knobs.world.scenarios.defined.has(name)
    return answer(known ? 200 : 201, knobs.scenarios.define(name, anyDocument(document)))
  },
})
