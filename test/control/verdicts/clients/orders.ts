/** Example clients that order notifications. */
import { anyName } from '../../../../src/service/wire/misuse.ts'
import type { Clients } from './kit.ts'

const order = {
  idempotencyId: 'case-1',
  recipient: { recipientEmail: { emailAddress: 'someone@example.org', emailSettings: { subject: 'Hello', body: 'Hello' } } },
}
const other = {
  idempotencyId: 'case-1',
  recipient: { recipientEmail: { emailAddress: 'another@example.org', emailSettings: { subject: 'Hello', body: 'Hello' } } },
}
const reminded = { ...order, reminders: [{ delayDays: 7, recipient: order.recipient }] }

const failing = async (world: Parameters<NonNullable<Clients['arrange']>>[0]) => {
  await world.scenarios.use('internal-error')
  return undefined
}
const failingTwice = async (world: Parameters<NonNullable<Clients['arrange']>>[0]) => {
  await world.scenarios.use('fail-twice-then-succeed')
  return undefined
}

export const orders: Readonly<Record<string, Clients>> = {
  'retry-after': {
    async arrange(world) {
      world.scenarios.define('busy', {
        summary: 'The first call is one too many',
        rules: [{ on: 'notifications.createOrder', calls: 1, respond: { status: 503, headers: { 'retry-after': '30' } } }],
      })
      await world.scenarios.use(anyName('busy'))
      return undefined
    },
    async good({ call, pause }) {
      const { status, headers } = await call('POST', '/future/orders', { body: order })
      if (status === 503) await pause(Number(headers.get('retry-after')) * 1000)
      await call('POST', '/future/orders', { body: order })
    },
    async bad({ call, pause }) {
      const { status } = await call('POST', '/future/orders', { body: order })
      if (status === 503) await pause(1000)
      await call('POST', '/future/orders', { body: order })
    },
  },
  'back-off': {
    arrange: failing,
    async good({ call, pause }) {
      for (const seconds of [1, 2, 4, 8]) {
        const { status } = await call('POST', '/future/orders', { body: order })
        if (status < 500) return
        await pause(seconds * 1000 * (0.8 + Math.random() / 5))
      }
    },
    async bad({ call, pause }) {
      for (let attempt = 1; attempt <= 4; attempt++) {
        const { status } = await call('POST', '/future/orders', { body: order })
        if (status < 500) return
        await pause(1000)
      }
    },
  },
  'retry-end': {
    arrange: failing,
    async good({ call, pause }) {
      for (const seconds of [1, 2, 4, 8]) {
        const { status } = await call('POST', '/future/orders', { body: order })
        if (status < 500) return
        await pause(seconds * 1000)
      }
      throw new Error('The service is down.')
    },
    async bad({ call, pause }) {
      for (let seconds = 1; seconds < 30; seconds *= 1.3) {
        const { status } = await call('POST', '/future/orders', { body: order })
        if (status < 500) return
        await pause(seconds * 1000)
      }
    },
  },
  'refused-unchanged': {
    async good({ call }) {
      const { status, text } = await call('POST', '/future/orders', { body: { idempotencyId: 'case-1' } })
      if (status === 400) console.error(`The order is wrong: ${text}`)
    },
    async bad({ call, pause }) {
      for (let attempt = 1; attempt <= 2; attempt++) {
        const { status } = await call('POST', '/future/orders', { body: { idempotencyId: 'case-1' } })
        if (status < 400) return
        await pause(1000)
      }
    },
  },
  'idempotency-id': {
    async good({ call }) {
      await call('POST', '/future/orders', { body: order })
      await call('POST', '/future/orders', { body: order })
      await call('POST', '/future/orders', { body: { ...other, idempotencyId: 'case-2' } })
    },
    async bad({ call }) {
      await call('POST', '/future/orders', { body: order })
      await call('POST', '/future/orders', { body: other })
    },
  },
  'final-state': {
    async good({ call, pause }) {
      const { notification } = (await call('POST', '/future/orders', { body: order })).json()
      let status = ''
      while (!['Order_Completed', 'Order_SendConditionNotMet', 'Order_Cancelled'].includes(status)) {
        await pause(5000)
        status = (await call('GET', `/future/shipment/${notification.shipmentId}`)).json().status
      }
    },
    async bad({ call, pause }) {
      const { notification } = (await call('POST', '/future/orders', { body: order })).json()
      for (let look = 1; look <= 6; look++) {
        await pause(5000)
        await call('GET', `/future/shipment/${notification.shipmentId}`)
      }
    },
  },
  'same-idempotency-id': {
    arrange: failingTwice,
    async good({ call, pause }) {
      const idempotencyId = crypto.randomUUID()
      for (const seconds of [1, 2, 4]) {
        const { status } = await call('POST', '/future/orders', { body: { ...order, idempotencyId } })
        if (status < 500) return
        await pause(seconds * 1000)
      }
    },
    async bad({ call, pause }) {
      for (const seconds of [1, 2, 4]) {
        const { status } = await call('POST', '/future/orders', { body: { ...order, idempotencyId: crypto.randomUUID() } })
        if (status < 500) return
        await pause(seconds * 1000)
      }
    },
  },
  'collided-order': {
    async arrange(world) {
      await world.scenarios.use('duplicates-collide')
      return undefined
    },
    async good({ call, pause }) {
      const body = { ...order, idempotencyId: crypto.randomUUID() }
      const replies = await Promise.all([1, 2].map(() => call('POST', '/future/orders', { body })))
      if (replies.every(({ status }) => status < 500)) return
      await pause(5_000)
      await call('POST', '/future/orders', { body })
    },
    async bad({ call, pause }) {
      const body = { ...order, idempotencyId: crypto.randomUUID() }
      const replies = await Promise.all([1, 2].map(() => call('POST', '/future/orders', { body })))
      if (replies.every(({ status }) => status < 500)) return
      await pause(5_000)
      await call('POST', '/future/orders', { body: { ...body, idempotencyId: crypto.randomUUID() } })
    },
  },
  retried: {
    arrange: failingTwice,
    async good({ call, pause }) {
      for (const seconds of [1, 2, 4]) {
        const { status } = await call('POST', '/future/orders', { body: order })
        if (status !== 503) return
        await pause(seconds * 1000)
      }
    },
    async bad({ call }) {
      const { status } = await call('POST', '/future/orders', { body: order })
      if (status === 503) console.error('The service is down.')
    },
  },
  jitter: {
    arrange: failing,
    async good({ call, pause }) {
      for (const idempotencyId of ['case-1', 'case-2', 'case-3']) {
        for (const seconds of [10, 20, 0]) {
          await call('POST', '/future/orders', { body: { ...order, idempotencyId } })
          await pause(seconds * 1000 * (0.5 + Math.random() / 2))
        }
      }
    },
    async bad({ call, pause }) {
      for (const idempotencyId of ['case-1', 'case-2', 'case-3']) {
        for (const seconds of [10, 20, 0]) {
          await call('POST', '/future/orders', { body: { ...order, idempotencyId } })
          await pause(seconds * 1000)
        }
      }
    },
  },
  'reminders-read': {
    async good({ call }) {
      const { notification } = (await call('POST', '/future/orders', { body: reminded })).json()
      for (const { shipmentId } of [notification, ...notification.reminders]) await call('GET', `/future/shipment/${shipmentId}`)
    },
    async bad({ call }) {
      const { notification } = (await call('POST', '/future/orders', { body: reminded })).json()
      await call('GET', `/future/shipment/${notification.shipmentId}`)
    },
  },
  'content-length': {
    async good({ call }) {
      await call('POST', '/future/orders', { body: order })
    },
    async bad({ stream }) {
      await stream('POST', '/future/orders', JSON.stringify(order))
    },
  },
}
