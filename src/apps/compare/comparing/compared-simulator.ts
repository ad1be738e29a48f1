/** Creates the simulator for copies of real calls: it sends nothing, and its jobs run only when they are named. */
import type { Simulator } from '../../../control/simulator.ts'
import { createSimulator } from '../../../hosts/on-node.ts'
import { nodePlatform } from '../../../platform/node.ts'
import { utf8 } from '../../../service/wire/text.ts'
import type { Booking } from '../../../service/world/clock.ts'

/** `isMet` returns the result that condition endpoints have at the real service. */
export async function createComparedSimulator(now: number, isMet: () => boolean): Promise<Simulator> {
  const simulator = createSimulator({
    platform: {
      ...nodePlatform(),
      call: async () => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: utf8(JSON.stringify({ sendNotification: isMet() })),
      }),
    },
    dialect: 'live',
    pace: 'instant',
    clock: 'frozen',
    now,
    // Differs from the default seed, so that ids differ from those of another Standin.
    seed: 1_200_569,
    rateLimits: 'off',
    openResources: false,
    outbound: 'all',
    sendWindow: 'applies',
    trustAnyToken: true,
    journalBodies: false,
    journal: 0,
  })
  await simulator.ready()
  simulator.world.clock.rest()
  return simulator
}

/** Runs a single job. A message is sent immediately, even outside the send window. */
export async function runJob({ world: { clock, settings } }: Simulator, booking: Booking): Promise<void> {
  const { agenda, now, advance } = clock
  const { cause, nth, again, job } = booking
  const isMessage = job === 'notifications.sendMessage'
  if (isMessage && booking.at > now() && agenda.remove(booking)) agenda.add({ ...booking, at: now() })
  Object.assign(settings, { sendWindow: isMessage ? 'open' : 'applies' })
  await advance({
    to: isMessage ? now() : Math.max(now(), booking.at),
    only: (each) => each.cause === cause && each.nth === nth && each.again === again,
  })
  Object.assign(settings, { sendWindow: 'applies' })
}
