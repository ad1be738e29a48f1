/** Hooks: webhook receivers inside Standin, for testers who have no server of their own. */
import { z } from 'zod'
import { defaultWorld, placeOf } from '../../service/engine/address.ts'
import { spanOf, type TimeSpan } from '../../service/failures/effects.ts'
import type { CallHeaders } from '../../service/wire/call.ts'
import { parseJson } from '../../service/wire/json.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { readAs } from '../../service/wire/read-as.ts'
import { cut, utf8 } from '../../service/wire/text.ts'
import { isoDuration, zulu } from '../../service/wire/timestamp.ts'
import { liveSlot, whenNeeded } from '../../service/wire/when-needed.ts'
import { ownCallHeader } from '../../service/world/outgoing.ts'
import type { Platform } from '../../service/world/platform.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { FullHook, Hook, HookRequest, HookStatus, hooksReply } from './rows.ts'

export const hookName = whenNeeded(() =>
  z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, 'is not a hook name: use 1 to 64 of the characters A-Z, a-z, 0-9, ".", "_" and "-"'),
)

export interface Arrived {
  readonly headers: CallHeaders
  readonly body: Uint8Array
}

export type Hooks = ReturnType<typeof createHooks>

/** Limits, because anyone can send to a hook: hooks per world, requests per world, and characters per body. */
const [mostHooks, mostRequests, bodyLimit] = [100, 500, 4_096]
/** In milliseconds of real time. Longer than a delivery waits for an answer. */
const longestDelay = 60_000

interface HookState {
  status: HookStatus
  /** In milliseconds of real time. */
  delay: number
  received: number
  lastAt: number | undefined
}

/** Hooks are not part of the service, so they are not part of a world's data. */
const books = liveSlot(() => ({
  hooks: new Map<string, HookState>(),
  requests: [] as { readonly hook: string; readonly request: HookRequest }[],
  made: 0,
}))
const unused = (): HookState => ({ status: 200, delay: 0, received: 0, lastAt: undefined })

export function createHooks(current: () => World) {
  const demand = (name: string) => {
    const { hooks } = books.of(current())
    const known = hooks.get(name)
    if (known) return known
    readAs('name', hookName(), name)
    if (hooks.size >= mostHooks)
      throw new Misuse(
        `This world already has ${mostHooks} hooks, the maximum. Remove one with DELETE /_standin/hooks/{name}.`,
        undefined,
        503,
      )
    const made = unused()
    hooks.set(name, made)
    return made
  }
  return {
    list(page?: Page): z.output<typeof hooksReply> {
      const all = Array.from(books.of(current()).hooks, ([name, state]) => shown(name, state))
      return pageOf('hooks', all, page, ({ name }) => name)
    },
    /** Shows a hook and the requests that it has received. A hook that has not been used is empty. */
    show(name: string, page?: Page): FullHook {
      readAs('name', hookName(), name)
      const { hooks, requests } = books.of(current())
      const own = requests.filter(({ hook }) => hook === name).map(({ request }) => request)
      return { ...shown(name, hooks.get(name) ?? unused()), ...pageOf('requests', own, page, ({ id }) => String(id)) }
    },
    /** Sets the status of a hook's future answers, and their delay in real time. Default: 200 without a delay. */
    answer(
      name: string,
      { status = 200, delay = 0 }: { readonly status?: HookStatus | undefined; readonly delay?: TimeSpan | undefined },
    ): Hook {
      const wait = spanOf(delay)
      if (wait > longestDelay) throw new Misuse(`delay: the maximum is ${longestDelay / 1000} seconds.`)
      const hook = demand(name)
      Object.assign(hook, { status, delay: wait })
      return shown(name, hook)
    },
    /** Stores a request. Returns the hook's answer: its status, after `wait` milliseconds of real time. */
    receive(name: string, { headers, body }: Arrived): { readonly status: HookStatus; readonly wait: number } {
      const world = current()
      const hook = demand(name)
      const { redact } = world.journal
      const book = books.of(world)
      const at = world.clock.now()
      const text = new TextDecoder().decode(body)
      const request = {
        id: ++book.made,
        at: zulu(at),
        answered: hook.status,
        // Standin adds this header for its own use; other receivers do not get it.
        headers: redact.headers({ ...headers, [ownCallHeader]: undefined }),
        body: redact.text(cut(text, bodyLimit)),
        missing: Math.max(0, text.length - bodyLimit),
        bytes: body.byteLength,
        event: eventIn(text),
      }
      book.requests.push({ hook: name, request })
      if (book.requests.length > mostRequests) book.requests.shift()
      hook.received++
      hook.lastAt = at
      return { status: hook.status, wait: hook.delay }
    },
    /** Deletes a hook's requests and resets its answer. */
    clear(name: string): void {
      const { hooks, requests } = books.of(current())
      hooks.delete(name)
      const others = requests.filter(({ hook }) => hook !== name)
      requests.splice(0, requests.length, ...others)
    },
  }
}

const shown = (name: string, { status, delay, received, lastAt }: HookState): Hook => ({
  name,
  status,
  delay: isoDuration(delay),
  received,
  lastAt: lastAt === undefined ? null : zulu(lastAt),
})

function eventIn(text: string): HookRequest['event'] {
  const { id, type } = (parseJson(text) ?? {}) as Readonly<Record<string, unknown>>
  return typeof id === 'string' && typeof type === 'string' ? { id: cut(id, 256), type: cut(type, 256) } : null
}

/** The host name for this simulator in a hook's URL, as in `http://standin.localhost/_standin/hooks/mine`. */
const ownHost = 'standin.localhost'
const hookPath = /^\/_standin\/hooks\/([^/]+)\/?$/

/** `hooksOf` returns undefined for a world that does not exist. */
export function hooksInside({ call, pause }: Platform, hooksOf: (world: string) => Hooks | undefined): Platform['call'] {
  return async (request) => {
    const { host, pathname } = new URL(request.url)
    const { world = defaultWorld, path } = placeOf(pathname)
    const name = host === ownHost && request.method === 'POST' ? hookPath.exec(path)?.[1] : undefined
    if (name === undefined) return call(request)
    const hooks = hooksOf(world)
    if (!hooks) return { status: 404, headers: {}, body: new Uint8Array() }
    const { status, wait } = hooks.receive(decodeURIComponent(name), { headers: request.headers, body: utf8(request.body ?? '') })
    if (wait > request.timeout) {
      await pause(request.timeout, request.signal)
      throw new Error(`no reply within ${Math.ceil(request.timeout / 1000)} s`)
    }
    if (wait > 0) await pause(wait, request.signal)
    return { status, headers: {}, body: new Uint8Array() }
  }
}
