# Writes pacts/ruby-orders-notifications.json.
require 'pact/consumer/rspec'
require_relative '../orders'

Pact.configure do |config|
  config.pact_dir = ENV.fetch('PACT_DIR', 'pacts')
  config.log_dir = config.pact_dir
end

Pact.service_consumer 'ruby-orders' do
  has_pact_with('notifications') { mock_service(:notifications) { pact_specification_version '2.0.0' } }
end

describe Orders, pact: true do
  # Any token works: verifiers that match the header with the pattern insert the state's token.
  let(:any_token) { Pact.term(generate: 'Bearer a-token', matcher: /^Bearer \S+$/) }
  let(:orders) { Orders.new(notifications.mock_service_base_url, 'a-token') }
  let(:order) do
    {
      idempotencyId: 'case-1',
      recipient: {
        recipientEmail: {
          emailAddress: 'someone@example.org',
          emailSettings: { subject: 'Hello', body: 'You have a new message.' }
        }
      }
    }
  end
  let(:request) do
    { method: :post, path: '/future/orders', headers: { 'Authorization' => any_token, 'Content-Type' => 'application/json' }, body: order }
  end

  it 'gets the id of a shipment' do
    notifications
      .given('a caller may order notifications')
      .upon_receiving('an order by email')
      .with(**request)
      .will_respond_with(status: 201, body: { notification: { shipmentId: Pact.like('0f9c2c4e-7a31-4c0e-9d0b-6a8f0c9f1e52') } })

    expect(orders.place('case-1', 'someone@example.org')).to eq '0f9c2c4e-7a31-4c0e-9d0b-6a8f0c9f1e52'
  end

  it 'is refused without the scope' do
    notifications
      .given('a caller lacks the scope')
      .upon_receiving('an order by a caller without the scope')
      .with(**request)
      .will_respond_with(status: 403)

    expect { orders.place('case-1', 'someone@example.org') }.to raise_error(Orders::Refused, '403')
  end
end
