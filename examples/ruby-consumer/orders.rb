# Orders notifications: the client whose contract spec/orders_spec.rb writes.
require 'json'
require 'net/http'

class Orders
  class Refused < StandardError; end

  def initialize(service, token)
    @service = URI(service)
    @token = token
  end

  # Returns the shipment id.
  def place(reference, email)
    settings = { subject: 'Hello', body: 'You have a new message.' }
    reply = post('/future/orders', {
      idempotencyId: reference,
      recipient: { recipientEmail: { emailAddress: email, emailSettings: settings } }
    })
    raise Refused, reply.code unless reply.code == '201'

    JSON.parse(reply.body)['notification']['shipmentId']
  end

  private

  def post(path, body)
    headers = { 'Authorization' => "Bearer #{@token}", 'Content-Type' => 'application/json' }
    Net::HTTP.post(URI.join(@service, path), JSON.generate(body), headers)
  end
end
