/** The bodies of the examples of the notifications area, in the documentation, in givens and in tests. */

export const exampleOrder = {
  idempotencyId: 'case-7741',
  sendersReference: 'case-7741',
  recipient: {
    recipientPerson: {
      nationalIdentityNumber: '12838590150',
      channelSchema: 'EmailPreferred',
      emailSettings: { subject: 'A new message', body: 'You have a new message.' },
      smsSettings: { body: 'You have a new message.' },
    },
  },
}

export const exampleInstantOrder = {
  idempotencyId: 'login-3392',
  recipient: {
    recipientSms: { phoneNumber: '+4799999999', timeToLiveInSeconds: 300, smsSettings: { body: 'Your code is 482914.' } },
  },
}

export const exampleInstantEmail = {
  idempotencyId: 'receipt-5120',
  sendersReference: 'receipt-5120',
  recipientEmail: {
    emailAddress: 'someone@example.org',
    emailSettings: { subject: 'Your receipt', body: '<p>Thank you.</p>', contentType: 'Html' },
  },
}

export const exampleInstantSms = {
  idempotencyId: 'login-3391',
  sendersReference: 'login-3391',
  recipientSms: {
    phoneNumber: '+4799999999',
    timeToLiveInSeconds: 300,
    smsSettings: { sender: 'Altinn', body: 'Your code is 482913.' },
  },
}
