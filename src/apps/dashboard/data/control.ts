/** The control rows for components: `useControl` reads one and keeps its reply fresh, `useChange` calls one that changes something. */
import { QueryClient, useMutation, useQueries, useQuery } from '@tanstack/preact-query'
import { type CallableId, type ControlInput, ControlRefused, type ControlReply, createControlClient } from '../../../control/client.ts'
import { say } from '../components/toast.tsx'
import { adminToken, reach } from './connection.ts'

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal would be repeated. Where the server does not answer, the connection asks again.
      retry: false,
      staleTime: 1_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** The token may be given later. */
const clientNow = () =>
  createControlClient({ base, adminToken: adminToken.value, send: (url, request) => reach(new Request(url, request)) })

/** Any row with any input: the types of `useControl`, `useChange` and `callControl` check what is given. */
async function callAny(id: CallableId, input?: unknown): Promise<unknown> {
  return (clientNow().call as (id: CallableId, input?: unknown) => Promise<unknown>)(id, input)
}

type InputArgs<Id extends CallableId> =
  Record<never, never> extends ControlInput<Id> ? [input?: ControlInput<Id>] : [input: ControlInput<Id>]

/** Milliseconds between looks at what others may change, such as commands and other tabs. */
const interval = 5_000

interface Reading {
  /** Reads again every few seconds, and when calls or jobs have changed the world. */
  readonly live?: boolean
  /** Real milliseconds between two looks of what is live. */
  readonly every?: number
}

/** The query of a list that is read whole. */
export const wholeList = { limit: '10000' }

/** The reply of a row that only reads. Show it with `Loaded`. */
export function useControl<Id extends CallableId>(
  id: Id,
  input?: ControlInput<Id>,
  { enabled = true, ...reading }: Reading & { /** False: does not read yet. */ readonly enabled?: boolean } = {},
) {
  return useQuery<ControlReply<Id>, Error>({ ...optionsOf(id, input, reading), placeholderData: (before) => before, enabled })
}

/** The replies of a row to each of several inputs. */
export const useControls = <Id extends CallableId>(id: Id, inputs: readonly ControlInput<Id>[], reading?: Reading) =>
  useQueries({ queries: inputs.map((input) => optionsOf(id, input, reading)) })

const optionsOf = <Id extends CallableId>(id: Id, input?: ControlInput<Id>, { live = false, every = interval }: Reading = {}) => ({
  queryKey: [id, input ?? {}, { live }],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => (await callAny(id, { ...input, signal })) as ControlReply<Id>,
  refetchInterval: live ? every : (false as const),
})

/** Reads again what is on the page, if it is `live`. */
const refreshLive = (): Promise<void> => queries.invalidateQueries({ predicate: ({ queryKey }) => (queryKey[2] as { live: boolean }).live })

/** Reads again everything that is on the page. */
export const refresh = (): Promise<void> => queries.invalidateQueries()

/** What the page has read of lines and does not show: another journal has others of these ids. */
export const forgetLines = (): void =>
  queries.removeQueries({ queryKey: ['control.showJournalLine' satisfies CallableId], type: 'inactive' })

/**
 * Calls a row that changes something: `change.mutate(input)`. Then everything on the page is read again. A refusal is shown to the user.
 */
export function useChange<Id extends CallableId>(
  id: Id,
  done?: (reply: ControlReply<Id>) => string | undefined,
  { turns }: { /** Changes with this name go one after another, in the order of the user. */ readonly turns?: string } = {},
) {
  return useMutation<ControlReply<Id>, Error, ControlInput<Id>>({
    mutationFn: async (input) => (await callAny(id, input)) as ControlReply<Id>,
    onSuccess: (reply) => {
      const said = done?.(reply)
      if (said !== undefined) say(said)
    },
    ...(turns !== undefined && { scope: { id: turns } }),
    onError: (error) => say(sentenceOf(error), 'bad'),
    onSettled: () => void refresh(),
  })
}

/** Calls a row once, outside of a component. */
export const callControl = <Id extends CallableId>(id: Id, ...[input]: InputArgs<Id>): Promise<ControlReply<Id>> =>
  callAny(id, input) as Promise<ControlReply<Id>>

/** The bytes that a row replies. */
export const bytesOf = async (id: 'control.readCapsule'): Promise<Blob> => new Response(await clientNow().bytes(id)).blob()

/** What went wrong, as a sentence for the user. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ControlRefused) return error.message
  if (error instanceof TypeError) return 'Standin does not answer.'
  return error instanceof Error ? error.message : String(error)
}

/** Milliseconds between two looks. */
const restBetweenLooks = 1_000
/** How many times longer than a look the rest after it is. */
const restForLook = 9

let looking = false
let lookAgain = false
/** Milliseconds until the next look. */
let rest = restBetweenLooks

/** Reads again what calls and jobs have changed, but not for each of them, and less often where a look costs the server much. */
export function lookSoon(): void {
  lookAgain = true
  if (looking) return
  looking = true
  void look()
}

async function look(): Promise<void> {
  while (lookAgain) {
    await new Promise((resume) => setTimeout(resume, rest))
    lookAgain = false
    const began = performance.now()
    await refreshLive()
    rest = Math.max(restBetweenLooks, (performance.now() - began) * restForLook)
  }
  looking = false
}

const addressParts = /^(.*?)(?:\/worlds\/([a-z0-9-]+))?(\/production)?\/_standin\/?$/.exec(location.pathname)

export type EnvironmentName = 'test' | 'production'

/** Scheme and host, and the path under which Standin is mounted. */
export const origin = `${location.origin}${addressParts?.[1] ?? ''}`
export const world = addressParts?.[2] ?? 'default'
export const environment: EnvironmentName = addressParts?.[3] ? 'production' : 'test'

/** The address of a world and an environment, as clients of the service use it. */
export const addressOf = (name: string, of: EnvironmentName = 'test'): string =>
  `${origin}${name === 'default' ? '' : `/worlds/${name}`}${of === 'production' ? '/production' : ''}`

/** The address of this world and environment. */
export const base = addressOf(world, environment)

/** The dashboard of another world or environment, at the place where this one is. */
export const dashboardOf = (name: string, of: EnvironmentName): string => `${addressOf(name, of)}/_standin/${location.hash}`
