/** Lists messages to a person, for support. */
import { defineOperation } from '../../operation.ts'
import { personHeader, personNumber, windowQuery } from '../constraints/dashboard.ts'
import { answerDashboard, dashboardExample, dashboardFacts } from './dashboard.ts'

export const searchByPerson = defineOperation({
  ...dashboardFacts,
  id: 'notifications.searchByPerson',
  path: '/future/dashboard/recipients/notifications/nin',
  summary: 'List the messages to a person, for support',
  request: { headers: personHeader, query: windowQuery },
  example: dashboardExample({ nationalidentitynumber: '12838590150' }),

  handle({ headers, query }, context) {
    return answerDashboard(personNumber, headers.nationalidentitynumber ?? '', query, context)
  },
})
