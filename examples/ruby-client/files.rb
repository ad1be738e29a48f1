# The code under test: sends a file, fetches one and confirms it. Needs only Ruby's standard library.
require 'json'
require 'net/http'

class Files
  # The service refused a call. `retry_after`: seconds to wait before the next call.
  class Refused < StandardError
    attr_reader :status, :retry_after

    def initialize(path, reply)
      super("#{path} was answered #{reply.code}.")
      @status = reply.code.to_i
      @retry_after = reply['Retry-After'].to_i
    end
  end

  def initialize(service, token)
    @service = "#{service}/broker/api/v1/filetransfer"
    @token = token
  end

  # Returns the file transfer id.
  def send_file(name, content, recipient)
    transfer = { fileName: name, resourceId: 'my-resource', sendersFileTransferReference: name, sender: '0192:312345676', recipients: [recipient] }
    id = JSON.parse(call(Net::HTTP::Post, '', JSON.generate(transfer), 'application/json').body)['fileTransferId']
    call(Net::HTTP::Post, "/#{id}/upload", content, 'application/octet-stream')
    id
  end

  # Returns Published, Failed, or an intermediate status.
  def status(id) = JSON.parse(call(Net::HTTP::Get, "/#{id}").body)['fileTransferStatus']

  # Returns the content. Confirms the download only if the whole file has arrived.
  def fetch(id)
    content = call(Net::HTTP::Get, "/#{id}/download").body
    size = JSON.parse(call(Net::HTTP::Get, "/#{id}").body)['fileTransferSize']
    raise "#{content.bytesize} of #{size} bytes have arrived." unless content.bytesize == size

    call(Net::HTTP::Post, "/#{id}/confirmdownload")
    content
  end

  private

  def call(method, path, body = nil, type = nil)
    uri = URI("#{@service}#{path}")
    request = method.new(uri, 'Authorization' => "Bearer #{@token}")
    request['Content-Type'] = type if type
    request.body = body
    # By default, Ruby retries a lost call itself.
    reply = Net::HTTP.start(uri.host, uri.port, max_retries: 0) { |http| http.request(request) }
    raise Refused.new(path, reply) unless reply.is_a?(Net::HTTPSuccess)

    reply
  end
end
