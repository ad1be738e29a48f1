/** Says what is wrong with the document of a scenario, and defines nothing. */
import { scenarioCheckReply } from '../control-replies/scenarios.ts'
import { json, reply } from '../wire/row.ts'
import { scenarioRequest } from './define-scenario.ts'
import { defineControl } from './row.ts'

export const checkScenario = defineControl({
  id: 'control.checkScenario',
  summary: 'What is wrong with the document of a scenario; nothing is defined',
  request: { body: json(scenarioRequest) },
  replies: { 200: reply.json(scenarioCheckReply) },
  example: {
    body: { name: 'slow-search', summary: 'Searching takes two seconds', rules: [{ on: 'fileTransfer.search', latency: 'PT2S' }] },
  },

  handle: ({ body: { name, ...document } }, { knobs, reply: answer }) => answer(200, knobs.scenarios.check(name, document)),
})
