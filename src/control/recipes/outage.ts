/** The shape of an outage recipe, and the parts that all outages have in common. */
import { CallFailed, type InputOf } from '../../service/areas/client.ts'
import type { Service } from '../../service/wire/vocabulary.ts'
import type { Kitchen } from './recipe.ts'

export interface Outage {
  readonly service: Service
  readonly title: string
  readonly summary: string
  readonly words?: readonly string[]
  cook(kitchen: Kitchen): Promise<void>
}

/** Returns a header that applies the outage to a single call. */
export const away = (service: Service) => ({ 'x-standin-scenario': `outage-${service}` })

/** Makes a call while a service is unavailable, and again afterwards. `what`: the service's name in the report. */
export async function twice(
  { say }: Kitchen,
  service: Service,
  what: string,
  send: (headers: Record<string, string>) => Promise<{ readonly status: number; readonly text: string }>,
): Promise<void> {
  const refused = await send(away(service))
  if (refused.status < 500)
    throw new CallFailed(`${what} got status ${refused.status}, although ${service} is unavailable: ${refused.text}`)
  say(`${what} got status ${refused.status}, because the service "${service}" cannot be reached. The call had no effect.`)
  const again = await send({})
  if (again.status >= 400) throw new CallFailed(`${what} got status ${again.status}, although ${service} is available again: ${again.text}`)
  say(`The service is available again. The same call got status ${again.status}.`)
}

/** Runs `act` while jobs for one recipient cannot reach a service. Other recipients are not affected. */
export async function whileAway(
  { run, turn, say, atEnd }: Kitchen,
  service: Service,
  recipient: string,
  act: () => Promise<void>,
): Promise<void> {
  const name = `outage-${service}-${run}`
  const rules = [{ outage: service, where: { recipient } }]
  await turn('control.defineScenario', { body: { name, summary: `${service} is unavailable for ${recipient}`, rules } })
  const off = once(() => turn('control.removeScenario', { params: { name } }))
  atEnd(off)
  await turn('control.activateScenario', { params: { name } })
  await act()
  await off()
  say('The service is available again.')
}

function once(act: () => Promise<unknown>): () => Promise<unknown> {
  let done: Promise<unknown> | undefined
  return () => (done ??= act())
}

export const instant = { subject: 'A Standin recipe', body: 'This message was created by a recipe.' }
export const overview = (kitchen: Kitchen, id: string) => ({ as: kitchen.as.sender, params: { fileTransferId: id } })

/** The person in the example order. */
export const person = '12838590150'

export const orderToPerson = ({ as, run }: Kitchen, body = instant.body): InputOf<'notifications.createOrder'> => ({
  as: as.creator,
  body: {
    idempotencyId: run,
    recipient: {
      recipientPerson: { nationalIdentityNumber: person, channelSchema: 'Email', emailSettings: { ...instant, body } },
    },
  },
})
