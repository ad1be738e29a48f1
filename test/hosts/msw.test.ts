import { expect, test } from 'vitest'
import { isOurs } from '../../src/hosts/msw.ts'

test.each([
  '/future/orders',
  '/future/orders/nothing-yet',
  '/FUTURE/Shipment/x/',
  '/notifications/api/v1/future/orders/instant',
  '/notifications/api/v1/orders/x/cancel',
  '/orders/5a0f6f0e-64a5-4a4e-9d3b-0c8c6e1d7b52/cancel',
  '/Orders/x/Cancel/',
  '/production/orders/x/cancel',
  '/worlds/mine/production/orders/x/cancel',
  '/broker/api/v1/filetransfer',
  '/_standin/health',
])('%s is answered', (path) => {
  expect(isOurs(`https://any.example${path}?query`)).toBe(true)
  expect(isOurs(`https://any.example${path}`, 'https://any.example')).toBe(true)
  expect(isOurs(`https://any.example${path}`, 'https://other.example')).toBe(false)
})

test.each(['/', '/orders', '/orders/x', '/orders/x/cancel/y', '/orders/x/y/cancel', '/orders//cancel', '/future', '/shop/orders/x/cancel'])(
  '%s is left to the user of MSW',
  (path) => {
    expect(isOurs(`https://any.example${path}`)).toBe(false)
  },
)
