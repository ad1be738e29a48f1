/** The scenarios of a world: list, switch on and off, define, check and prove. */

import { z } from 'zod'
import { scenarioCheckReply, scenarioProofReply, scenarioReply, scenarioStatusReply, scenariosReply } from '../control-replies/scenarios.ts'
import { durationOption } from '../failures/effects/options.ts'
import { definedIn } from '../failures/scenario/defined.ts'
import { scenarioDocument } from '../failures/scenario/grammar.ts'
import { anyDocument, anyName } from '../wire/any-name.ts'
import { json, reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl, optionalJson } from './row.ts'

const group = { name: 'scenario', summary: 'List scenarios, switch them on and off, check and prove your own' } as const

const hints = { name: 'from "standin scenario list"' }

const listScenarios = defineControl({
  id: 'control.listScenarios',
  method: 'GET',
  path: '/_standin/scenarios',
  summary: 'The scenarios: built in, and defined in this world',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(scenariosReply) },
  command: {
    group,
    name: 'list',
    summary: 'List the scenarios, and say which are on',
    byDefault: true,
    list: 'scenarios',
    columns: [
      ['NAME', '{name}'],
      ['ON', ['[until {until}]', '[{?active}{!until}on]']],
      ['SOURCE', '{source}'],
      ['SUMMARY', '{summary}'],
    ],
  },

  handle: async ({ query }, { knobs, reply: answer }) => answer(200, await knobs.scenarios.list(pageIn(query))),
})

const byName = z.object({ name: z.string().describe('The name of the scenario.') })

const showScenario = defineControl({
  id: 'control.showScenario',
  method: 'GET',
  path: '/_standin/scenarios/{name}',
  summary: 'One scenario, with its rules',
  request: { params: byName },
  replies: { 200: reply.json(scenarioReply) },
  example: { params: { name: 'outage-register' } },
  command: {
    group,
    name: 'show',
    summary: 'Show what a scenario does, and what a client should do',
    hints,
    examples: [['standin scenario show outage-register', 'The effects of the scenario, and advice for clients']],
  },

  handle: async ({ params }, { knobs, reply: answer }) => answer(200, await knobs.scenarios.find(anyName(params.name))),
})

const request = z.strictObject({
  ttl: durationOption()
    .optional()
    .describe('Switch it off after this time, such as 5m or PT5M, by the clock of the world; never when absent.'),
})

const activateScenario = defineControl({
  id: 'control.activateScenario',
  method: 'PUT',
  path: '/_standin/scenarios/{name}/active',
  world: 'made',
  summary: 'Switch a scenario on; a second time restarts its counts',
  request: { params: byName, body: optionalJson(request) },
  replies: { 200: reply.json(scenarioStatusReply) },
  example: { params: { name: 'outage-register' }, body: { ttl: 'PT5M' } },
  command: {
    group,
    name: 'use',
    summary: 'Switch a scenario on, or start it again',
    hints,
    examples: [['standin scenario use outage-register --ttl 5m', 'Five minutes without the contact register']],
    said: '{name} is on[ until {until}].',
  },

  async handle({ params, body }, { knobs, reply: answer }) {
    return answer(200, await knobs.scenarios.use(anyName(params.name), body))
  },
})

const deactivateScenario = defineControl({
  id: 'control.deactivateScenario',
  method: 'DELETE',
  path: '/_standin/scenarios/{name}/active',
  world: 'made',
  summary: 'Switch a scenario off',
  request: { params: byName },
  replies: { 204: reply.empty() },
  example: { params: { name: 'outage-register' } },
  command: {
    group,
    name: 'off',
    summary: 'Switch a scenario off, or all of them',
    hints,
    examples: [['standin scenario off', 'Everything works again']],
    said: '{name} is off.',
  },

  async handle({ params }, { knobs, reply: answer }) {
    await knobs.scenarios.off(anyName(params.name))
    return answer(204, undefined)
  },
})

const deactivateScenarios = defineControl({
  id: 'control.deactivateScenarios',
  method: 'DELETE',
  path: '/_standin/scenarios/active',
  world: 'made',
  summary: 'Switch all scenarios off',
  request: {},
  replies: { 204: reply.empty() },
  command: { group, name: 'off', said: 'Every scenario is off.' },

  async handle(_, { knobs, reply: answer }) {
    await knobs.scenarios.off()
    return answer(204, undefined)
  },
})

/** Accepts any document, because the reader of scenarios explains mistakes better than a schema could. */
const scenarioRequest = z
  .looseObject({ name: z.string() })
  .meta({ documentedAs: z.strictObject({ name: z.string().describe('The name of the scenario.'), ...scenarioDocument().shape }) })

const defineScenario = defineControl({
  id: 'control.defineScenario',
  method: 'POST',
  path: '/_standin/scenarios',
  world: 'made',
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
    const known = definedIn(knobs.world).has(name)
    return answer(known ? 200 : 201, knobs.scenarios.define(name, anyDocument(document)))
  },
})

const checkScenario = defineControl({
  id: 'control.checkScenario',
  method: 'POST',
  path: '/_standin/scenarios/check',
  world: 'made',
  recorded: false,
  summary: 'What is wrong with the document of a scenario; nothing is defined',
  request: { body: json(scenarioRequest) },
  replies: { 200: reply.json(scenarioCheckReply) },
  example: {
    body: { name: 'slow-search', summary: 'Searching takes two seconds', rules: [{ on: 'fileTransfer.search', latency: 'PT2S' }] },
  },

  handle: ({ body: { name, ...document } }, { knobs, reply: answer }) => answer(200, knobs.scenarios.check(name, document)),
})

/** A document or, with the name alone, a scenario that exists. The reader of scenarios explains mistakes better than a schema could. */
const proofRequest = z.looseObject({ name: z.string() }).meta({
  documentedAs: z.strictObject({
    name: z.string().describe('The name of a scenario that exists, or that of the document.'),
    ...z.strictObject(scenarioDocument().shape).partial().shape,
  }),
})

const proveScenario = defineControl({
  id: 'control.proveScenario',
  method: 'POST',
  path: '/_standin/scenarios/prove',
  world: 'made',
  recorded: false,
  summary: 'Run the proof of a scenario in a world of its own: one that exists, by its name alone, or a document, which is not kept',
  request: { body: json(proofRequest) },
  replies: { 200: reply.json(scenarioProofReply) },
  example: { body: { name: 'outage-register' } },

  async handle({ body: { name, ...given } }, { simulator, knobs, call, frontDoor, reply: answer }) {
    const { dryRun } = await import('./proving/dry-run.ts')
    const known = Object.keys(given).length === 0 ? await knobs.scenarios.find(anyName(name)) : undefined
    const dialect = known?.source === 'built-in' ? 'spec' : knobs.dialect.show().dialect
    return answer(200, await dryRun(simulator, name, known?.document ?? given, { dialect, frontDoor, signal: call.signal }))
  },
})

const removeScenario = defineControl({
  id: 'control.removeScenario',
  method: 'DELETE',
  path: '/_standin/scenarios/{name}',
  world: 'made',
  summary: 'Remove a scenario that was defined in this world',
  request: { params: byName },
  replies: { 204: reply.empty() },
  example: { params: { name: 'slow-search' } },

  async handle({ params }, { knobs, reply: answer }) {
    await knobs.scenarios.remove(anyName(params.name))
    return answer(204, undefined)
  },
})

export const scenariosRows = [
  listScenarios,
  showScenario,
  activateScenario,
  deactivateScenario,
  deactivateScenarios,
  defineScenario,
  checkScenario,
  proveScenario,
  removeScenario,
] as const
