/** The notifications area: orders, messages, and their statuses. */
import { defineArea } from '../areas.ts'
import { cancelOrder } from './cancel-order.ts'
import { bodyReader } from './constraints/validation-errors.ts'
import { createInstantEmail } from './create-instant-email.ts'
import { createInstantOrder } from './create-instant-order.ts'
import { createInstantSms } from './create-instant-sms.ts'
import { createOrder } from './create-order.ts'
import { getShipment } from './get-shipment.ts'
import { acceptMessage } from './jobs/accept-message.ts'
import { expireMessage } from './jobs/expire-message.ts'
import { processOrder } from './jobs/process-order.ts'
import { reportMessage } from './jobs/report-message.ts'
import { sendMessage } from './jobs/send-message.ts'
import { takeOrder } from './jobs/take-order.ts'
import { createChannelOrder } from './older/create-channel-order.ts'
import { createComposedEmail } from './older/create-composed-email.ts'
import { createEmailOrder } from './older/create-email-order.ts'
import { createSmsOrder } from './older/create-sms-order.ts'
import { findOrders } from './older/find-orders.ts'
import { getOrder } from './older/get-order.ts'
import { getOrderStatus } from './older/get-order-status.ts'
import { listOrderEmails } from './older/list-order-emails.ts'
import { listOrderSms } from './older/list-order-sms.ts'
import { searchByOrganization } from './older/search-by-organization.ts'
import { searchByPerson } from './older/search-by-person.ts'
import { readFeed } from './read-feed.ts'
import { entryLifecycle, notifications as onTheWire, orderLifecycle, reportedLifecycle } from './wire.ts'

export { type OrderReply, shipmentReply } from './constraints/replies.ts'

export const notifications = defineArea({
  ...onTheWire,
  bodyReader,
  rows: [
    createOrder,
    getShipment,
    createInstantOrder,
    createInstantSms,
    createInstantEmail,
    readFeed,
    cancelOrder,
    createChannelOrder,
    createEmailOrder,
    createSmsOrder,
    getOrder,
    findOrders,
    getOrderStatus,
    listOrderEmails,
    listOrderSms,
    createComposedEmail,
    searchByPerson,
    searchByOrganization,
  ],
  jobs: [takeOrder, processOrder, sendMessage, acceptMessage, reportMessage, expireMessage],
  lifecycles: { order: orderLifecycle, message: entryLifecycle, 'reported message': reportedLifecycle },
})
