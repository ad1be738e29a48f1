# The code under test: orders an email with a reminder. Needs only Ruby's standard library.
require 'json'
require 'net/http'

class Orders
  def initialize(service, token)
    @uri = URI("#{service}/future/orders")
    @token = token
  end

  # Returns the shipment id. A week later, the service sends a reminder. Another call with the same id sends nothing new.
  def place(id, email)
    settings = { subject: 'A message', body: 'Please read it.' }
    recipient = { recipientEmail: { emailAddress: email, emailSettings: settings } }
    order = JSON.generate(idempotencyId: id, recipient:, reminders: [{ delayDays: 7, recipient: }])
    attempts = 0
    begin
      attempts += 1
      reply = post(order)
    rescue EOFError, SystemCallError
      # The order may exist. The same idempotencyId makes retrying safe.
      retry if attempts < 3
      raise
    end
    raise "The order was answered #{reply.code}." unless reply.is_a?(Net::HTTPSuccess)

    JSON.parse(reply.body).dig('notification', 'shipmentId')
  end

  private

  def post(order)
    headers = { 'Authorization' => "Bearer #{@token}", 'Content-Type' => 'application/json' }
    Net::HTTP.start(@uri.host, @uri.port, max_retries: 0) { |http| http.post(@uri.path, order, headers) }
  end
end
