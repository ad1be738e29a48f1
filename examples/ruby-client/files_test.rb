require 'json'
require_relative 'files'

# A world of a running Standin, by its control interface.
class World
  attr_reader :url

  def initialize(server, name)
    @url = "#{server}/worlds/#{name}"
  end

  def control(method, path, body = nil)
    uri = URI("#{@url}/_standin/#{path}")
    request = Net::HTTP.const_get(method).new(uri, 'Content-Type' => 'application/json')
    request.body = JSON.generate(body) if body
    reply = Net::HTTP.start(uri.host, uri.port) { |http| http.request(request) }
    raise reply.body unless reply.is_a?(Net::HTTPSuccess)

    reply.body.to_s.empty? ? nil : JSON.parse(reply.body)
  end

  def given(state, params = {}) = control(:Post, 'provider-states', { state:, params:, action: 'setup' })
  def statuses = control(:Get, 'journal?operation=fileTransfer')['journal'].map { |line| line['status'] }
end

def equal(expected, actual)
  raise "expected #{expected.inspect}, not #{actual.inspect}" unless expected == actual
end

TESTS = {
  'a file is fetched and confirmed' => lambda do |world|
    file = world.given('a published file transfer exists', { content: 'a report' })
    equal 'a report', Files.new(world.url, file['token']).fetch(file['fileTransferId'])
    equal 1, world.control(:Post, 'journal/verify', { operation: 'fileTransfer.confirmDownload', count: 1 })['count']
  end,
  'a file that breaks off is not confirmed' => lambda do |world|
    file = world.given('a published file transfer exists', { content: 'a report that is longer' })
    world.control(:Put, 'scenarios/download-interrupted/active')
    begin
      Files.new(world.url, file['token']).fetch(file['fileTransferId'])
      raise 'no error'
    rescue EOFError, SystemCallError
      equal 0, world.control(:Post, 'journal/verify', { operation: 'fileTransfer.confirmDownload', count: 0 })['count']
    end
  end
}.freeze

server = IO.popen(%w[node_modules/.bin/standin start --port 0 --clock frozen --json])
begin
  url = JSON.parse(server.gets)['url']
  TESTS.each_with_index do |(title, test), number|
    test.call(World.new(url, "test-#{number}"))
    puts "ok: #{title}"
  end
ensure
  Process.kill('TERM', server.pid)
  server.close
end
