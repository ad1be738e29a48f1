/** Defines a scenario for one world. */
import { z } from 'zod'
import { scenarioDocument } from '../scenario/grammar.ts'
import { json, reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { scenarioStatusReply } from './scenario-view.ts'

/** What the grammar has against a document, the reader of scenarios says better than a schema could. */
const request = z.looseObject({ name: z.string() }).meta({ documentedAs: z.strictObject({ name: z.string(), ...scenarioDocument.shape }) })

export const defineScenario = defineControl({
  id: 'control.defineScenario',
  method: 'POST',
  path: '/_standin/scenarios',
  summary: 'Define a scenario for this world; the same name replaces',
  request: { body: json(request) },
  replies: { 200: reply.json(scenarioStatusReply), 201: reply.json(scenarioStatusReply) },
  example: {
    body: {
      name: 'slow-search',
      summary: 'Searching takes two seconds',
      rules: [{ on: 'fileTransfer.search', latency: 'PT2S' }],
    },
  },

  async handle({ body: { name, ...document } }, { knobs, reply: answer }) {
    const known = knobs.world.scenarios.defined.has(name)
    knobs.scenarios.define(name, document)
    const { summary, source, active, until } = await knobs.scenarios.find(name)
    return answer(known ? 200 : 201, { name, summary, source, active, until })
  },
})
