/** Runs a recipe in a world: makes calls as a client would, lets time pass for the booked jobs, and records what happened. */
import { CallFailed, type Identity } from '../../service/areas/client.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { zulu } from '../../service/wire/timestamp.ts'
import { randomOf } from '../../service/world/world.ts'
import type { ControlContext } from '../rows/row.ts'
import { createPassing } from './passing.ts'
import { callersOf, type Kitchen, type Recipe } from './recipe.ts'
import { addStep, type Step } from './step.ts'
import { createTurn } from './turning.ts'

export interface Cooked {
  readonly run: string
  readonly clientId: string
  /** A list with one sentence per event. */
  readonly happened: readonly string[]
  readonly steps: readonly Step[]
  /** Times in requests, which the curl script computes. Maps each string to milliseconds after the start of the run. */
  readonly times: ReadonlyMap<string, number>
}

/** Throws {@link Misuse} if the service does not answer as the recipe requires. */
export async function cook(recipe: Recipe, context: ControlContext): Promise<Cooked> {
  const { knobs, address, call } = context
  const { world } = knobs
  const random = randomOf(world, 'recipe', world.data.tokens++)
  const run = `r${random.hex(8)}`
  const clientId = `recipe-${run}`
  const as = callersOf(random, clientId)
  const steps: Step[] = []
  const happened: string[] = []
  const times = new Map<string, number>()
  const ends: (() => Promise<unknown>)[] = []
  const lineNow = () => knobs.journal.list({ caller: clientId, limit: 1 }).journal[0]
  const lines = new Set<string>()
  const turn = createTurn(context)
  const passing = createPassing(context, { turn, clientId, lines, note: (step) => addStep(steps, step) })

  const client = knobs.client({
    environment: address.environment,
    base: address.base,
    signal: call.signal,
    onlyThisWorld: true,
    async around(request, send) {
      const body = request.body ? await request.clone().text() : null
      const response = await send(request)
      const isBroken = response.type === 'error'
      const line = lineNow()
      if (line) lines.add(line.id)
      addStep(steps, {
        kind: 'call',
        operation: line?.operation ?? '',
        method: request.method,
        path: belowWorld(request.url),
        headers: Object.fromEntries(request.headers),
        body,
        as: identities.get(request.headers.get('authorization') ?? '') ?? null,
        status: isBroken ? (request.signal.aborted ? (line?.status ?? null) : null) : response.status,
        reply: isBroken ? '' : await response.clone().text(),
        line: line?.id ?? null,
        why: line?.why ?? (line?.scenario ? `the ${line.scenario} scenario applied` : null),
        isLeft: request.signal.aborted,
      })
      return response
    },
    async wait(seen) {
      if (!(await passing.pass())) throw new CallFailed(`No bookings remain. Last reply: ${seen}`)
    },
  })
  const identities = new Map<string, Identity>()
  for (const identity of Object.values(as)) identities.set(`Bearer ${await client.token(identity)}`, identity)

  const kitchen: Kitchen = {
    run,
    clientId,
    as,
    client,
    async turn(id, input) {
      const { reply, step } = await turn(id, input)
      addStep(steps, step)
      return reply as never
    },
    say: (sentence) => void happened.push(sentence),
    pass: passing.pass,
    later(milliseconds) {
      const text = zulu(world.clock.now() + milliseconds)
      times.set(text, milliseconds)
      return text
    },
    async lost(attempt) {
      const reply = await attempt.then(
        () => true,
        (thrown: unknown) => {
          if (!(thrown instanceof CallFailed)) throw thrown
          return false
        },
      )
      if (reply) throw new CallFailed('The call got a reply, although its connection should have dropped.')
    },
    leaving: passing.leaving,
    atEnd: (act) => void ends.unshift(act),
    hookAddress: (name) => `http://standin.localhost/worlds/${world.name}/_standin/hooks/${name}`,
    pace: world.settings.pace,
  }
  try {
    await recipe.cook(kitchen)
  } catch (thrown) {
    if (thrown instanceof CallFailed) throw await explained(recipe, thrown, context)
    throw thrown
  } finally {
    if (!world.gone) for (const end of ends) await end()
  }
  const { moved } = passing
  if (moved() > 0) happened.push(`This world's clock was advanced by ${seconds(moved())} for everyone in it, so that jobs ran immediately.`)
  return { run, clientId, happened, steps, times }
}

/** Returns a call's path and query, without the world and environment. */
function belowWorld(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname.replace(/^(?:\/worlds\/[^/]+)?(?:\/production(?=\/))?/, '')}${search}`
}

const seconds = (milliseconds: number) => {
  const whole = Math.ceil(milliseconds / 1_000)
  return whole < 120 ? `${whole} s` : `${Math.round(whole / 60)} minutes`
}

/** Returns the error for a recipe that cannot continue, usually because of active scenarios. */
async function explained({ name }: Recipe, { message }: CallFailed, { knobs }: ControlContext): Promise<Misuse> {
  const { scenarios } = await knobs.scenarios.list()
  const on = scenarios.filter(({ active }) => active).map((each) => each.name)
  const hint = on.length === 0 ? '' : ` Active scenarios in this world: ${on.join(', ')}. Switch them off and try again.`
  return new Misuse(`Recipe ${name} cannot continue. ${message.slice(0, 1_000)}${hint}`, undefined, 409)
}
