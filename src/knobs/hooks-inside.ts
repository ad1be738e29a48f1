/** Brings calls to the hooks of this simulator there, where it has no port: for tests in process. */
import { defaultWorld, placeOf } from '../engine/address.ts'
import type { Platform } from '../state/platform.ts'
import { utf8 } from '../wire/values/utf8.ts'
import type { Hooks } from './hooks.ts'

/** Stands for this simulator in the address of a hook: `http://standin.localhost/_standin/hooks/mine`. */
const ownHost = 'standin.localhost'
const hookPath = /^\/_standin\/hooks\/([^/]+)\/?$/

/** `hooksOf` is undefined for a world that does not exist. */
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
