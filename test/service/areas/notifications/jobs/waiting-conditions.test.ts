/** Orders whose conditions take long, or cannot be asked at all. */
import { expect, vi } from 'vitest'
import type { SimulatorOptions } from '../../../../../src/control/create-simulator.ts'
import { nodePlatform } from '../../../../../src/platform/node.ts'
import type { Platform } from '../../../../../src/service/world/platform.ts'
import { placed, statusOf, toEmail } from '../../../../support/orders.ts'
import { settled } from '../../../../support/real-time.ts'
import { rule } from '../../../../support/rule.ts'
import { standin } from '../../../../support/standin.ts'

const conditionEndpoint = 'http://127.0.0.1:9/condition'
const yes = new TextEncoder().encode('{"sendNotification":true}')

/** A world whose condition endpoints answer when the test says so. */
function slow(options: Partial<SimulatorOptions> = {}) {
  const asked: (() => void)[] = []
  const call: Platform['call'] = () => new Promise((resolve) => asked.push(() => resolve({ status: 200, headers: {}, body: yes })))
  const alarms: unknown[] = []
  const platform = { ...nodePlatform(), call, alarm: (defect: unknown) => void alarms.push(defect) }
  const here = standin({ platform, pace: 'instant', ...options })
  const answer = () => {
    for (const each of asked.splice(0)) each()
  }
  return { ...here, alarms, asked, answer }
}

rule('decisions §15', 'conditions of one instant are asked 16 at a time, and other orders do not wait for them', async () => {
  const here = slow({ pace: 'fast' })
  for (let nth = 0; nth < 20; nth++) await placed(here, toEmail(), { idempotencyId: `slow-${nth}`, conditionEndpoint })
  const [plain] = await placed(here, toEmail(), { idempotencyId: 'plain' })

  const advancing = here.simulator.advance({ by: 2_000 })
  await vi.waitUntil(() => here.asked.length > 0)
  await settled()
  const [atOnce, meanwhile] = [here.asked.length, await statusOf(here, plain)]
  here.answer()
  await settled()
  const later = here.asked.length
  here.answer()
  const { counts } = await advancing

  expect([atOnce, later, meanwhile]).toEqual([16, 4, 'Order_Processed Email_New'])
  expect(counts['notifications.processOrder']).toBe(21)
})

rule('decisions §15', 'on a running clock nothing stands still while a condition waits', async () => {
  const here = slow({ clock: 'real' })
  const [waiting] = await placed(here, toEmail(), { idempotencyId: 'slow', conditionEndpoint })
  await vi.waitUntil(() => here.asked.length === 1)
  const before = here.simulator.world.clock.now()
  const [other] = await placed(here, toEmail(), { idempotencyId: 'other' })
  await vi.waitUntil(async () => (await statusOf(here, other)).startsWith('Order_Completed'))

  expect(here.simulator.world.clock.now()).toBeGreaterThan(before)
  expect(await statusOf(here, waiting)).toBe('Order_Processing')
  // The booking stays in the data until its job ends.
  expect(here.simulator.world.data.clock.agenda.running.size).toBe(1)
  here.answer()
  await vi.waitUntil(async () => (await statusOf(here, waiting)).startsWith('Order_Completed'))
})

rule('decisions §15', 'an advance waits for the conditions that a running clock has asked', async () => {
  const here = slow({ clock: 'real' })
  const [id] = await placed(here, toEmail(), { conditionEndpoint })
  await vi.waitUntil(() => here.asked.length === 1)

  const advancing = here.simulator.advance({ by: 60_000 })
  await settled()
  here.answer()
  await advancing

  expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered')
})

rule('decisions §15', 'a condition host of very many labels does not keep its order in processing', async ({ here }) => {
  const [id] = await placed(here, toEmail(), { conditionEndpoint: `https://${'a.'.repeat(4_000_000)}example/` })

  await here.simulator.advance({ until: 'settled' })

  expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered')
})

rule('decisions §16', 'a job that a defect breaks is tried again, and the state lists it until it succeeds', async () => {
  const here = slow()
  const { outgoing } = here.simulator.world
  const { barrier } = outgoing
  Object.assign(outgoing, {
    barrier() {
      throw new Error('a defect')
    },
  })
  const [id] = await placed(here, toEmail(), { conditionEndpoint })
  await here.simulator.advance({ by: 3_000 })
  const { defects } = here.simulator.state()
  const broken = await statusOf(here, id)
  Object.assign(outgoing, { barrier })
  const advancing = here.simulator.advance({ until: 'settled' })
  await vi.waitUntil(() => here.asked.length === 1)
  here.answer()
  await advancing

  expect(broken).toBe('Order_Processing')
  expect(defects).toEqual([
    {
      at: '2026-06-01T10:00:03Z',
      id: expect.any(String),
      what: 'notifications.processOrder',
      environment: 'test',
      data: { shipmentId: id },
      why: 'a defect',
      times: 3,
      next: '2026-06-01T10:00:07Z',
    },
  ])
  expect(here.simulator.state().defects).toEqual([])
  expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered')
  expect(here.alarms).toHaveLength(3)
})
