# The code under test: fetches a file and confirms it. Ruby's standard library is all it needs.
require 'json'
require 'net/http'

class Files
  def initialize(service, token)
    @service = "#{service}/broker/api/v1/filetransfer"
    @token = token
  end

  # The content. Confirms the download only when the whole file is here.
  def fetch(id)
    content = call(Net::HTTP::Get, "#{id}/download").body
    size = JSON.parse(call(Net::HTTP::Get, id).body)['fileTransferSize']
    raise "#{content.bytesize} of #{size} bytes have arrived." unless content.bytesize == size

    call(Net::HTTP::Post, "#{id}/confirmdownload")
    content
  end

  private

  def call(method, path)
    uri = URI("#{@service}/#{path}")
    request = method.new(uri, 'Authorization' => "Bearer #{@token}")
    # Ruby repeats a lost call by itself unless it is told not to.
    reply = Net::HTTP.start(uri.host, uri.port, max_retries: 0) { |http| http.request(request) }
    raise "#{path} was answered #{reply.code}." unless reply.is_a?(Net::HTTPSuccess)

    reply
  end
end
