# frozen_string_literal: true

# Standin in tests: starts it, gives each test a world of its own, and controls that world.
#
#     Standin.start(clock: 'frozen') do |standin|
#       standin.world do |world|
#         world.use 'order-lost-reply'
#         token = world.token(org: 'ttd', scope: 'altinn:serviceowner/notifications.create')
#         # ... the client under test calls world.url with the token
#         world.advance 'P8D'
#         world.outbox.map(&:to) # => ["someone@example.org"]
#       end
#     end
#
# Written by "standin client ruby" of Standin {{version}}. It needs Ruby 3.1 and no gem. Write it again for another version.

require 'erb'
require 'json'
require 'net/http'
require 'open3'
require 'openssl'
require 'rbconfig'
require 'securerandom'
require 'time'
require 'timeout'

# A running server: start it with a block, or close it.
class Standin
  # The version of Standin that wrote this file.
  VERSION = '{{version}}'

  # Standin refused a call, did not start, or something else answered. The message says what is wrong.
  class Error < StandardError
    # The status of the reply. Nil: there was none.
    attr_reader :status
    # The valid choices, if the reply names them.
    attr_reader :choices

    def initialize(message, status = nil, choices = [])
      super(Wire.shown(message))
      @status = status
      @choices = choices
    end
  end

  # The address of the server.
  attr_reader :url
  # The version of Standin, its settings and its capabilities: a Hash.
  attr_reader :version

  # Starts a server, which ends with this process, or uses the one that STANDIN_URL names. With a block, it ends with the block, whose
  # value is returned.
  #
  # Looks for Standin in this order: STANDIN_URL (with STANDIN_ADMIN_TOKEN), `command`, node_modules/.bin here and in the folders above,
  # `standin` on the PATH, and a container of `image`. It never asks a registry of packages.
  #
  # {{option docs}}
  # arguments: More arguments of "standin start".
  # command: The program, or the program and its first arguments, such as %w[npx standin].
  # image: A container image, which Docker or Podman runs.
  def self.start(
    # {{option parameters}}
    arguments: [],
    command: nil,
    image: nil,
    &block
  )
    options = {
      # {{option values}}
    }
    shared = ENV.fetch('STANDIN_URL', '')
    return in_block(shared(shared, clock, 'dialect' => dialect, 'pace' => pace), &block) unless shared.empty?

    flags = ['--json', '--until-stdin-ends'] + options.compact.flat_map { |flag, value| [flag, value.to_s] } + arguments
    found = command ? Array(command) : Server.find
    raise Error, Server::MISSING unless found || image

    server = found ? Server.of_command(found, flags) : Server.of_image(image, flags)
    begin
      standin = new(server.url, admin_token: server.admin_token, server: server)
    rescue Exception # rubocop:disable Lint/RescueException
      server.stop
      raise
    end
    in_block(standin, &block)
  end

  # The server at this address. It goes on when this object is closed.
  def self.at(url, admin_token: nil, &block) = in_block(new(url, admin_token: admin_token), &block)

  # @api private
  def self.shared(url, clock, wanted)
    standin = new(url, admin_token: ENV.fetch('STANDIN_ADMIN_TOKEN', nil), freeze_worlds: clock == 'frozen')
    wanted.compact.each do |name, value|
      next if standin.version[name] == value

      raise Error, "The test needs the #{name} #{value}, and STANDIN_URL has #{standin.version[name]}."
    end
    standin
  end

  # @api private
  def self.in_block(standin)
    return standin unless block_given?

    begin
      yield standin
    ensure
      standin.close
    end
  end
  private_class_method :shared, :in_block

  # @api private
  def initialize(url, admin_token: nil, server: nil, freeze_worlds: false)
    @url = url.delete_suffix('/')
    @admin_token = admin_token
    @server = server
    @freeze_worlds = freeze_worlds
    raise Error, "#{url.inspect} is not an address, such as http://127.0.0.1:4300." unless @url.match?(%r{\Ahttps?://[!-~]+\z})

    @version = Wire.send(@url, admin_token, 'GET', '{{start of control.version}}')
    raise Error, "#{@url} is not a Standin." unless @version.is_a?(Hash) && @version['name'] == 'standin'
    return if @version['version'] == VERSION

    warn Wire.shown("standin.rb is of Standin #{VERSION}, and #{@url} is Standin #{@version['version']}. " \
                    'Write it again: standin client ruby')
  end

  # Makes a world, by a random name if none is given. With a block, the world is dropped at its end, and the value of the block is
  # returned; otherwise close it.
  def world(name = nil)
    name ||= "test-#{SecureRandom.hex(8)}"
    raise Error, "#{name.inspect} is not a valid world name. Use 1 to 63 characters: a-z, 0-9 and -." unless name.match?(/\A[a-z0-9-]{1,63}\z/)

    Wire.send(@url, @admin_token, 'PUT', "{{start of control.makeWorld}}#{name}")
    world = World.new(@url, name, @admin_token)
    world.control('POST', '{{below control.freezeClock}}') if @freeze_worlds
    return world unless block_given?

    begin
      value = yield world
    rescue Exception # rubocop:disable Lint/RescueException
      # The test has failed for a reason of its own.
      begin
        world.close
      rescue Error
        nil
      end
      raise
    end
    world.close
    value
  end

  # Ends the server, if `start` has started it.
  def close
    server = @server
    @server = nil
    server&.stop
  end

  # A world of its own: its clock, scenarios, records and journal are those of no other test.
  class World
    attr_reader :name
    # The address of the service in this world: the client under test calls it.
    attr_reader :url

    # @api private
    def initialize(server, name, admin_token)
      @server = server
      @name = name
      @url = "#{server}/worlds/#{name}"
      @admin_token = admin_token
    end

    # {{methods}}

    # Calls any control row of this world: control('GET', '/clock'). The path is below /_standin.
    def control(method, path, body = nil, query: nil)
      unless path.match?(%r{\A/[!-~]*\z}) && !path.match?(%r{/\.{1,2}(/|\?|\z)})
        raise Error, "#{path.inspect} is not a path below /_standin, such as /clock."
      end

      call(method, path, query: query, body: body)
    end

    # Drops the world, with everything in it.
    def close
      Wire.send(@server, @admin_token, 'DELETE', "{{start of control.dropWorld}}#{@name}")
      nil
    rescue Error => e
      raise unless e.status == 404
    end

    private

    def call(method, path, query: nil, body: nil)
      given = (query || {}).compact
      search = given.empty? ? '' : "?#{URI.encode_www_form(given)}"
      Wire.send(@url, @admin_token, method, "/_standin#{path}#{search}", body.is_a?(Hash) ? body.compact : body)
    end

    def pages(path, name, query = {})
      every = []
      after = nil
      loop do
        reply = call('GET', path, query: query.merge('after' => after))
        page = Wire.member(reply, name, Wire.list(->(it) { yield it }))
        every.concat(page)
        after = Wire.maybe(reply, 'next', Wire::TEXT)
        return every if after.nil? || page.empty?
      end
    end
  end

  # Lines of the journal, the newest last.
  Journal = Struct.new(
    # The lines; the newest 10,000 if there are more.
    :lines,
    # How many lines fit.
    :count,
    keyword_init: true
  ) do
    # The newest line. Raises Standin::Error if there is none.
    def last = lines.last || raise(Error, 'No line of the journal fits.')

    def each(&) = lines.each(&)

    # @api private
    def self.of(it)
      new(lines: Wire.member(it, 'journal', Wire.list(JournalLine.method(:of))), count: Wire.member(it, 'total', Wire::INTEGER))
    end
  end

  # What a client did that it should not do.
  Fault = Struct.new(
    # The name of the verdict.
    :verdict,
    # What a good client does.
    :sentence,
    # What to change in the client.
    :guidance,
    # Who it is.
    :caller,
    # The lines of the journal that show it; at most 20.
    :calls,
    keyword_init: true
  )

  # {{records}}

  # Calls over HTTP, and what their replies contain.
  # @api private
  module Wire
    # Seconds until a call is answered, and bytes of the longest reply.
    ANSWER = 300
    LONGEST = 256 * 1024 * 1024

    module_function

    # A record of this file as an object with the names of the rows.
    def plain(value)
      case value
      when Struct then plain(value.to_h.compact.transform_keys { |name| name.to_s.gsub(/_([a-z])/) { Regexp.last_match(1).upcase } })
      when Hash then value.transform_values { |each| plain(each) }
      when Array then value.map { |each| plain(each) }
      else value
      end
    end

    # Follows no redirect and uses no proxy: the admin token is for this server alone.
    def send(base, admin_token, method, path, body = nil)
      what = "#{method} #{base}#{path.split('?', 2).first}"
      uri = URI(base)
      raise Error, "#{method.inspect} is not a method of HTTP." unless method.match?(/\A[A-Z]{1,20}\z/)

      request = Net::HTTPGenericRequest.new(method, !body.nil?, true, uri.path + path, 'Accept' => 'application/json')
      request['Authorization'] = "Bearer #{admin_token}" if admin_token
      unless body.nil?
        request['Content-Type'] = 'application/json'
        request.body = JSON.generate(plain(body))
      end
      status, content = exchange(uri, request, what)
      read(what, status, content)
    rescue SystemCallError, SocketError, IOError, Timeout::Error, OpenSSL::SSL::SSLError, URI::Error, Net::ProtocolError,
           Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError, Zlib::Error, JSON::GeneratorError => e
      raise Error, "#{what} got no reply: #{e.message}"
    end

    def exchange(uri, request, what)
      http = Net::HTTP.new(uri.hostname, uri.port, nil)
      http.use_ssl = uri.scheme == 'https'
      http.read_timeout = ANSWER
      http.max_retries = 0
      content = +''.b
      status = http.start do
        http.request(request) do |reply|
          reply.read_body do |part|
            content << part
            raise Error.new("#{what} was answered with more than #{LONGEST} bytes.", reply.code.to_i) if content.bytesize > LONGEST
          end
        end.code.to_i
      end
      [status, content]
    end

    def read(what, status, content)
      is_good = (200..299).cover?(status)
      begin
        said = content.empty? ? nil : JSON.parse(content.force_encoding('UTF-8'))
      rescue JSON::ParserError, EncodingError
        raise Error.new("#{what} was answered #{status}, but not with JSON. Is it a Standin?", status) if is_good
      end
      return said if is_good

      problem = said.is_a?(Hash) ? said : {}
      detail = problem['detail']
      choices = problem['choices']
      text = detail.is_a?(String) ? detail : "#{what} was answered #{status}."
      raise Error.new(text, status, choices.is_a?(Array) ? choices.map(&:to_s) : [])
    end

    # Without characters that control a terminal.
    def shown(text) = text.to_s.dup.force_encoding('UTF-8').scrub('?')[0, 10_000].gsub(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/, '?')

    # One part of a path.
    def part(name, value)
      text = value.to_s
      raise Error, "#{name} is #{text.inspect}: a path cannot contain it." if ['', '.', '..'].include?(text) || !text.valid_encoding?

      ERB::Util.url_encode(text)
    end

    def member(it, name, read)
      raise Error, "The reply has no \"#{name}\"." unless it.is_a?(Hash) && it.key?(name)

      begin
        read.call(it[name])
      rescue TypeError, ArgumentError
        raise Error, "\"#{name}\" of the reply is not as expected."
      end
    end

    def maybe(it, name, read) = it.is_a?(Hash) && !it[name].nil? ? member(it, name, read) : nil

    def expect(it, *kinds) = kinds.any? { |kind| it.is_a?(kind) } ? it : raise(TypeError)

    TEXT = ->(it) { expect(it, String) }
    INTEGER = ->(it) { expect(it, Integer) }
    NUMBER = ->(it) { expect(it, Numeric) }
    BOOLEAN = ->(it) { expect(it, TrueClass, FalseClass) }
    ANY = ->(it) { it }
    TIME = ->(it) { Time.iso8601(expect(it, String)) }

    def list(read) = ->(it) { expect(it, Array).map { |each| read.call(each) } }
    def map(read) = ->(it) { expect(it, Hash).transform_values { |each| read.call(each) } }
  end

  # A server in a process of its own. It ends when its standard input does, however this process ends.
  # @api private
  class Server
    # Seconds until it is ready, and until it has ended.
    READY = 120
    ENDED = 15
    MISSING = 'There is no Standin: set STANDIN_URL, put the package into node_modules, or the program standin on the PATH, ' \
              'or give command: or image:.'

    attr_reader :url, :admin_token

    # node_modules/.bin here and above, then the PATH. Nil: nowhere.
    def self.find
      name = windows? ? 'standin.cmd' : 'standin'
      folders = []
      folder = Dir.pwd
      loop do
        folders << File.join(folder, 'node_modules', '.bin')
        break if File.dirname(folder) == folder

        folder = File.dirname(folder)
      end
      path = (folders + paths).map { |each| File.join(each, name) }.find { |each| File.file?(each) && File.executable?(each) }
      path && [path]
    end

    def self.of_command(command, flags)
      new([*command, 'start', '--host', '127.0.0.1', '--port', '0', *flags], {}, ENV.fetch('STANDIN_ADMIN_TOKEN', nil))
    end

    def self.of_image(image, flags)
      raise Error, "#{image.inspect} is not the name of an image." unless image.match?(/\A[a-zA-Z0-9][!-~]*\z/)

      engine = paths.product(windows? ? %w[docker.exe podman.exe] : %w[docker podman]).map { |each| File.join(*each) }
                    .find { |each| File.file?(each) && File.executable?(each) }
      raise Error, "There is neither Docker nor Podman on the PATH to run #{image}." unless engine

      name = "standin-#{SecureRandom.hex(8)}"
      token = SecureRandom.hex(32)
      run = [engine, 'run', '--rm', '--interactive', '--name', name, '--publish', '127.0.0.1::4300', '--env', 'STANDIN_ADMIN_TOKEN', image]
      server = new([*run, 'start', '--host', '0.0.0.0', '--port', '4300', *flags], { 'STANDIN_ADMIN_TOKEN' => token }, token,
                   [engine, 'rm', '--force', name])
      server.reach_by([engine, 'port', name, '4300/tcp'])
      server
    end

    def self.paths = ENV.fetch('PATH', '').split(File::PATH_SEPARATOR).reject(&:empty?)
    def self.windows? = RbConfig::CONFIG['host_os'].match?(/mswin|mingw/)

    def initialize(command, env, admin_token, remove = nil)
      @admin_token = admin_token
      @remove = remove
      @errors = []
      # The array keeps a shell from reading the name of the program.
      @input, @output, error, @process = Open3.popen3(env, [command.first, command.first], *command.drop(1))
      @reader = Thread.new { read_errors(error) }
      @url = ready_url(command)
      @drain = Thread.new { drain }
    rescue SystemCallError => e
      raise Error, "#{command.first} cannot be started: #{e.message}"
    end

    # Asks where the port of a container is.
    def reach_by(command)
      said, = Open3.capture2e([command.first, command.first], *command.drop(1), stdin_data: '')
      port = said[/127\.0\.0\.1:(\d+)/, 1]
      @url = "http://127.0.0.1:#{port}"
      return if port

      stop
      raise Error, "#{command.first} does not say at which port the container is."
    end

    def stop
      @input.close unless @input.closed?
      return finish if @process.join(ENDED)

      begin
        Process.kill('KILL', @process.pid)
      rescue SystemCallError
        nil
      end
      @process.join
      Open3.capture2e([@remove.first, @remove.first], *@remove.drop(1)) if @remove
      finish
    end

    private

    def finish
      @reader.join(ENDED)
      @drain&.join(ENDED)
      [@output].each { |each| each.close unless each.closed? }
    end

    def ready_url(command)
      line = Timeout.timeout(READY) { @output.gets("\n", 65_536) }
      url = JSON.parse(line.to_s)['url']
      raise TypeError unless url.is_a?(String)

      url
    rescue Timeout::Error, JSON::ParserError, TypeError, NoMethodError, EncodingError
      stop
      said = [line, *@errors].compact.join("\n")
      raise Error, "Standin did not start: #{command.join(' ')}\n#{said.empty? ? 'It said nothing.' : said}"
    end

    # What follows the first line is read, so that the server never waits.
    def drain
      loop { @output.readpartial(65_536) }
    rescue IOError
      nil
    end

    def read_errors(error)
      while (line = error.gets("\n", 8192))
        text = Wire.shown(line.chomp)
        @errors = [*@errors, text].last(20)
        warn "standin: #{text}" if @url
      end
    rescue IOError
      nil
    ensure
      error.close
    end
  end
end
