/** Control rows for components: `useControl` reads a row and refreshes its reply, `useChange` calls a row that changes something. */
import { QueryClient, useMutation, useQueries, useQuery } from '@tanstack/preact-query'
import { type CallableId, type ControlInput, ControlRefused, type ControlReply, createControlClient } from '../../../control/client.ts'
import { say } from '../components/toast.tsx'
import { adminToken, reach } from './connection.ts'

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A retry would be refused too. If the server does not respond, the connection code retries.
      retry: false,
      staleTime: 1_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** Created for each call, because the user may enter the token later. */
const clientNow = () =>
  createControlClient({ base, adminToken: adminToken.value, send: (url, request) => reach(new Request(url, request)) })

/** Calls any row with any input. `useControl`, `useChange` and `callControl` check the types. */
async function callAny(id: CallableId, input?: unknown): Promise<unknown> {
  return (clientNow().call as (id: CallableId, input?: unknown) => Promise<unknown>)(id, input)
}

type InputArgs<Id extends CallableId> =
  Record<never, never> extends ControlInput<Id> ? [input?: ControlInput<Id>] : [input: ControlInput<Id>]

/** Milliseconds between polls for changes made elsewhere, such as by commands or in other tabs. */
const interval = 5_000

interface Reading {
  /** Polls every few seconds, and refreshes after calls and jobs have changed the world. */
  readonly live?: boolean
  /** Real milliseconds between polls. */
  readonly every?: number
}

/** Query for a complete list. */
export const wholeList = { limit: '10000' }

/** Reads a read-only row. Render the result with `Loaded`. */
export function useControl<Id extends CallableId>(
  id: Id,
  input?: ControlInput<Id>,
  { enabled = true, ...reading }: Reading & { /** False to postpone reading. */ readonly enabled?: boolean } = {},
) {
  return useQuery<ControlReply<Id>, Error>({ ...optionsOf(id, input, reading), placeholderData: (before) => before, enabled })
}

export const useControls = <Id extends CallableId>(id: Id, inputs: readonly ControlInput<Id>[], reading?: Reading) =>
  useQueries({ queries: inputs.map((input) => optionsOf(id, input, reading)) })

const optionsOf = <Id extends CallableId>(id: Id, input?: ControlInput<Id>, { live = false, every = interval }: Reading = {}) => ({
  queryKey: [id, input ?? {}, { live }],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => (await callAny(id, { ...input, signal })) as ControlReply<Id>,
  refetchInterval: live ? every : (false as const),
})

const refreshLive = (): Promise<void> => queries.invalidateQueries({ predicate: ({ queryKey }) => (queryKey[2] as { live: boolean }).live })

export const refresh = (): Promise<void> => queries.invalidateQueries()

/** Removes cached lines that are not on the page, because another journal reuses their ids. */
export const forgetLines = (): void =>
  queries.removeQueries({ queryKey: ['control.showJournalLine' satisfies CallableId], type: 'inactive' })

/** `change.mutate(input)` calls the row, refreshes all queries on the page, and shows errors to the user. */
export function useChange<Id extends CallableId>(
  id: Id,
  done?: ((reply: ControlReply<Id>) => string) | ((reply: ControlReply<Id>) => void),
  {
    turns,
  }: { /** Changes with the same name run one at a time, in the order in which the user made them. */ readonly turns?: string } = {},
) {
  return useMutation<ControlReply<Id>, Error, ControlInput<Id>>({
    mutationFn: async (input) => (await callAny(id, input)) as ControlReply<Id>,
    onSuccess: (reply) => {
      const said = done?.(reply)
      if (typeof said === 'string') say(said)
    },
    ...(turns !== undefined && { scope: { id: turns } }),
    onError: (error) => say(sentenceOf(error), 'bad'),
    onSettled: () => void refresh(),
  })
}

export const callControl = <Id extends CallableId>(id: Id, ...[input]: InputArgs<Id>): Promise<ControlReply<Id>> =>
  callAny(id, input) as Promise<ControlReply<Id>>

export const bytesOf = async (id: 'control.readCapsule'): Promise<Blob> => new Response(await clientNow().bytes(id)).blob()

/** Runs an action, and shows its error to the user. */
export const attempt = (act: () => Promise<unknown>): void => void act().catch((error: unknown) => say(sentenceOf(error), 'bad'))

export function sentenceOf(error: unknown): string {
  if (error instanceof ControlRefused) return error.message
  if (error instanceof TypeError) return 'Standin is not responding.'
  return error instanceof Error ? error.message : String(error)
}

/** Minimum time between refreshes, in milliseconds. */
const restBetweenLooks = 1_000
/** The pause after a refresh, as a multiple of the refresh's duration. */
const restForLook = 9

let looking = false
let lookAgain = false
/** Milliseconds until the next refresh. */
let rest = restBetweenLooks

/** Refreshes live queries after calls and jobs. Refreshes are batched, and become less frequent if they are slow. */
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

/** Scheme, host, and the path where Standin is mounted. */
export const origin = `${location.origin}${addressParts?.[1] ?? ''}`
export const world = addressParts?.[2] ?? 'default'
export const environment: EnvironmentName = addressParts?.[3] ? 'production' : 'test'

/** Returns the URL of a world and an environment for clients of the service. */
export const addressOf = (name: string, of: EnvironmentName = 'test'): string =>
  `${origin}${name === 'default' ? '' : `/worlds/${name}`}${of === 'production' ? '/production' : ''}`

export const base = addressOf(world, environment)

/** Returns the current page's URL in another world or environment. */
export const dashboardOf = (name: string, of: EnvironmentName): string => `${addressOf(name, of)}/_standin/${location.hash}`
