/** Control rows for scenarios. */
import { z } from 'zod'
import { definedIn } from '../../service/failures/catalogue.ts'
import { durationOption } from '../../service/failures/effects.ts'
import { scenarioDocument } from '../../service/failures/read-scenario.ts'
import { anyDocument, anyName } from '../../service/wire/misuse.ts'
import { json, reply } from '../../service/wire/row.ts'
import { dialectNames } from '../../service/wire/vocabulary.ts'
import { anyNameSchema } from '../journal/expectation.ts'
import { pageIn, pageQuery, pageReply, testerText } from '../rows/page-query.ts'
import { defineControl, optionalJson } from '../rows/row.ts'
import { scenariosWith } from '../tester-words.ts'

export const rulesReply = z.object({
  rules: z.array(z.record(z.string(), z.unknown())).describe('The rules: which calls and jobs they match, and their effects.'),
  explained: z.array(z.array(z.string())).describe("Each rule's effects, described in plain English."),
})

export const effectReply = z.object({
  effect: z.string().describe("The effect's name."),
  options: z.unknown().describe("The effect's options."),
  explained: z.string().describe('A sentence that describes the effect.'),
})

export const scenarioStatusReply = z.object({
  name: anyNameSchema.describe("The scenario's name."),
  summary: z.string().describe('A one-sentence description of the failure.'),
  breaks: z.string().describe('The chapter of the documentation that lists the scenario.'),
  source: z.enum(['built-in', 'folder', 'defined']).describe('The origin: built-in, a folder, or defined for one world.'),
  active: z.boolean().describe('True if the scenario is on.'),
  until: z.iso.datetime().nullable().describe('When the scenario is switched off automatically; null if it is not.'),
})

export type ScenarioStatus = z.output<typeof scenarioStatusReply>

export const scenariosReply = z.object({ scenarios: z.array(scenarioStatusReply).describe('The scenarios.'), ...pageReply })

export const scenarioReply = z.object({
  ...scenarioStatusReply.shape,
  description: z.string().nullable().describe('The details.'),
  guidance: z.string().nullable().describe('Advice for clients.'),
  ...rulesReply.shape,
  counted: z.array(z.int()).describe('The number of calls and jobs that each rule has matched since the scenario was switched on.'),
  document: z.record(z.string(), z.unknown()).describe('The scenario as written in a file, including its proof if there is one.'),
})

export const scenarioCheckReply = z.object({
  mistakes: z
    .array(z.string())
    .describe('The mistakes with their positions in the document and the valid choices; empty if the document is valid.'),
  places: z
    .array(
      z.object({
        path: z.array(z.union([z.string(), z.int()])).describe('The member names and list positions that lead to the mistake.'),
        unknown: z.string().optional().describe("The unknown member's name at that position."),
      }),
    )
    .describe("The mistakes' positions in the document, in the same order."),
})

export const provenStepReply = z.object({
  step: z.int().describe('The step number, starting at 1.'),
  does: z.string().describe('What the step does, such as `call notifications.createOrder`.'),
  expected: z.string().describe('The expectation, as in the document; empty if there is none.'),
  got: z.string().describe("The actual result: a reply's status and body, shortened."),
  result: z.enum(['passed', 'failed', 'not reached']).describe('The result of the step.'),
  wrong: z.array(z.string()).describe('The differences from the expectation; empty if the step passed.'),
})

export type ProvenStep = z.output<typeof provenStepReply>

export const scenarioProofReply = z.object({
  name: z.string().describe("The scenario's name."),
  dialect: z.enum(dialectNames).describe('The dialect in which the proof ran. Proofs of built-in scenarios run in `spec`.'),
  passed: z.boolean().describe('True if every step passed.'),
  problem: z.string().nullable().describe('Why the proof ended before its last step: its starting point failed, or its time was up.'),
  ms: z.number().describe('The duration in milliseconds of real time.'),
  steps: z.array(provenStepReply).describe("The steps' results."),
})

export type ScenarioProof = z.output<typeof scenarioProofReply>

const group = {
  name: 'scenarios',
  also: ['scenario'],
  summary: 'List scenarios, switch them on and off, check and prove your own',
} as const

const ofNames = { hints: { name: 'from "standin scenarios list"' }, completes: { name: 'scenarios' } } as const

const listScenarios = defineControl('control.listScenarios', 'GET /_standin/scenarios', {
  summary: 'The scenarios that are built in or defined in this world',
  request: { query: z.object({ text: testerText(), ...pageQuery }) },
  replies: { 200: reply.json(scenariosReply) },
  command: {
    group,
    name: 'list',
    summary: 'List scenarios and show which are on',
    byDefault: true,
    list: 'scenarios',
    columns: [
      ['NAME', '{name}'],
      ['ON', ['[until {until}]', '[{?active}{!until}on]']],
      ['SOURCE', '{source}'],
      ['SUMMARY', '{summary}'],
    ],
  },

  handle: async ({ query: { text = '', ...query } }, { knobs, reply: answer }) =>
    answer(200, await knobs.scenarios.list(pageIn(query), (all, breaks) => scenariosWith(text, all, breaks))),
})

const byName = z.object({ name: z.string().describe("The scenario's name.") })

const showScenario = defineControl('control.showScenario', 'GET /_standin/scenarios/{name}', {
  summary: 'A scenario with its rules',
  request: { params: byName },
  replies: { 200: reply.json(scenarioReply) },
  example: { params: { name: 'outage-register' } },
  command: {
    group,
    name: 'show',
    summary: 'Show what a scenario does and what a client should do',
    ...ofNames,
    examples: [['standin scenarios show outage-register', "Show the scenario's effects, and advice for clients"]],
  },

  handle: async ({ params }, { knobs, reply: answer }) => answer(200, await knobs.scenarios.find(anyName(params.name))),
})

const request = z.strictObject({
  ttl: durationOption()
    .optional()
    .describe("The duration, on the world's clock, after which the scenario is switched off, such as 5m or PT5M. Default: never."),
})

const activateScenario = defineControl('control.activateScenario', 'PUT /_standin/scenarios/{name}/active', {
  world: 'made',
  summary: 'Switch a scenario on, or restart it',
  request: { params: byName, body: optionalJson(request) },
  replies: { 200: reply.json(scenarioStatusReply) },
  example: { params: { name: 'outage-register' }, body: { ttl: 'PT5M' } },
  command: {
    group,
    name: 'use',
    summary: 'Switch a scenario on, or restart it',
    ...ofNames,
    examples: [['standin scenarios use outage-register --ttl 5m', 'Make the contact register unavailable for five minutes']],
    said: '{name} is on[ until {until}].',
  },

  handle: async ({ params, body }, { knobs, reply: answer }) => answer(200, await knobs.scenarios.use(anyName(params.name), body)),
})

const deactivateScenario = defineControl('control.deactivateScenario', 'DELETE /_standin/scenarios/{name}/active', {
  world: 'made',
  summary: 'Switch a scenario off',
  request: { params: byName },
  example: { params: { name: 'outage-register' } },
  command: {
    group,
    name: 'off',
    summary: 'Switch a scenario off, or all of them',
    ...ofNames,
    examples: [['standin scenarios off', 'Switch off all scenarios']],
    said: '{name} is off.',
  },

  handle: ({ params }, { knobs, done }) => done(knobs.scenarios.off(anyName(params.name))),
})

const deactivateScenarios = defineControl('control.deactivateScenarios', 'DELETE /_standin/scenarios/active', {
  world: 'made',
  summary: 'Switch all scenarios off',
  command: { group, name: 'off', said: 'All scenarios are off.' },

  handle: (_, { knobs, done }) => done(knobs.scenarios.off()),
})

/** Accepts any document, because the scenario reader explains errors better than a schema could. */
const scenarioRequest = z
  .looseObject({ name: z.string() })
  .meta({ documentedAs: z.strictObject({ name: z.string().describe("The scenario's name."), ...scenarioDocument().shape }) })

const slowSearch = {
  name: 'slow-search',
  summary: 'Searching takes two seconds',
  rules: [{ on: 'fileTransfer.search', latency: 'PT2S' }],
}

const defineScenario = defineControl('control.defineScenario', 'POST /_standin/scenarios', {
  world: 'made',
  summary: 'Define a scenario for this world, replacing one with the same name',
  request: { body: json(scenarioRequest) },
  replies: { 200: reply.json(scenarioStatusReply), 201: reply.json(scenarioStatusReply) },
  example: { body: slowSearch },

  handle({ body: { name, ...document } }, { knobs, reply: answer }) {
    const known = definedIn(knobs.world).has(name)
    return answer(known ? 200 : 201, knobs.scenarios.define(name, anyDocument(document)))
  },
})

const checkScenario = defineControl('control.checkScenario', 'POST /_standin/scenarios/check', {
  world: 'made',
  recorded: false,
  summary: 'Check a scenario document without defining it',
  request: { body: json(scenarioRequest) },
  replies: { 200: reply.json(scenarioCheckReply) },
  example: { body: slowSearch },

  handle: ({ body: { name, ...document } }, { knobs, reply: answer }) => answer(200, knobs.scenarios.check(name, document)),
})

const removeScenario = defineControl('control.removeScenario', 'DELETE /_standin/scenarios/{name}', {
  world: 'made',
  summary: 'Remove a scenario that was defined in this world',
  request: { params: byName },
  example: { params: { name: 'slow-search' } },
  command: { group, name: 'remove', ...ofNames, said: 'Removed scenario {name}.' },

  handle: ({ params }, { knobs, done }) => done(knobs.scenarios.remove(anyName(params.name))),
})

export const scenariosRows = [
  listScenarios,
  showScenario,
  activateScenario,
  deactivateScenario,
  deactivateScenarios,
  defineScenario,
  checkScenario,
  removeScenario,
] as const
