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
# Written by "standin client ruby" of Standin 1.0.0. It needs Ruby 3.1 and no gem. Write it again for another version.

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
  VERSION = '1.0.0'

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
  # clock: The worlds' clock: real (runs in real time), frozen (frozen until "standin clock advance").
  # dialect: The source to follow where specification and live services differ: spec (like the specification), live
  #   (like the live services).
  # pace: The service's speed: instant (the service works without delay), fast (each step takes a second), real (each
  #   step takes as long as in the live services).
  # now: The clock's start time, such as 2026-06-01T10:00:00Z.
  # seed: Seed; the same seed, clock and calls produce the same bytes.
  # rate_limits: Rate limits, in calls per minute: current (per integration), earlier (per subscription key, with the
  #   former limits), off (none).
  # scenarios: A folder with your own scenarios (.yaml); reloaded after changes.
  # fixtures: A folder with your own people, organizations, resources and callers (.json).
  # arguments: More arguments of "standin start".
  # command: The program, or the program and its first arguments, such as %w[npx standin].
  # image: A container image, which Docker or Podman runs.
  def self.start(
    clock: nil,
    dialect: nil,
    pace: nil,
    now: nil,
    seed: nil,
    rate_limits: nil,
    scenarios: nil,
    fixtures: nil,
    arguments: [],
    command: nil,
    image: nil,
    &block
  )
    options = {
      '--clock' => clock,
      '--dialect' => dialect,
      '--pace' => pace,
      '--now' => now,
      '--seed' => seed,
      '--rate-limits' => rate_limits,
      '--scenarios' => scenarios,
      '--fixtures' => fixtures
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

    @version = Wire.send(@url, admin_token, 'GET', '/_standin/version')
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

    Wire.send(@url, @admin_token, 'PUT', "/_standin/worlds/#{name}")
    world = World.new(@url, name, @admin_token)
    world.control('POST', '/clock/freeze') if @freeze_worlds
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

    # Switch a scenario on, or restart it.
    #
    # name: The name of the scenario.
    # ttl: The duration after which it is switched off, by the clock of the world, such as 5m or PT5M. Default: never.
    def use(name, ttl = nil)
      ScenarioStatus.of(call('PUT', "/scenarios/#{Wire.part('name', name)}/active", body: { 'ttl' => ttl }))
    end

    # Switch a scenario off, or all of them.
    #
    # name: The name of the scenario.
    def off(name = nil)
      call('DELETE', name.nil? ? '/scenarios/active' : "/scenarios/#{Wire.part('name', name)}/active")
      nil
    end

    # Create a token for any caller.
    #
    # org: The code of a service owner, such as ttd.
    # org_no: The organization number of the caller. For a token of a system user: the number of the vendor.
    # scope: The scopes, separated by spaces. Default: all scopes of the service.
    # client_id: The client id of the integration. Default: derived from the organization number.
    # system_user_org: The number of the organization that a system user acts for.
    # issuer: The issuer: platform, or maskinporten for a token that is not exchanged yet. Default: platform.
    # ttl: The lifetime of the token: a duration such as 30m or PT30M, or seconds. Default: 30m.
    def token(org: nil, org_no: nil, scope: nil, client_id: nil, system_user_org: nil, issuer: nil, ttl: nil)
      values = {
        'org' => org,
        'orgNo' => org_no,
        'scope' => scope,
        'clientId' => client_id,
        'systemUserOrg' => system_user_org,
        'issuer' => issuer,
        'ttl' => ttl
      }
      Wire.member(call('POST', '/tokens', body: values), 'token', Wire::TEXT)
    end

    # Advance world time and run the jobs that come due.
    #
    # by: The duration to advance by, such as 7d or P7D; a number is milliseconds.
    # to: The time to advance to.
    # until: Advances until no working step is left.
    # at_most: The maximum duration for `until`. Default: P30D.
    def advance(by = nil, to: nil, until: nil, at_most: nil)
      values = {
        'by' => by,
        'to' => to,
        'until' => binding.local_variable_get(:until),
        'atMost' => at_most
      }
      Account.of(call('POST', '/clock/advance', body: values))
    end

    # The calls, or the service's jobs, newest last.
    #
    # since: A line id or a time: only lines newer than that line, or not older than that time.
    # operation: An operation or an area; with `jobs`, a job or an area.
    # status: Only calls with this status or class of statuses, such as 5xx.
    # code: Only calls with this error code.
    # scenario: Only calls that this scenario changed.
    # caller: Only lines of this caller: its code, number or client id.
    # environment: Only lines of this environment.
    # text: Only lines with this text in the path, the query, the reason, the data or a stored body.
    # comparison: Only calls that went to the real service with this result: same, differs, or apart.
    # jobs: true: jobs instead of calls; also: both.
    def journal(since: nil, operation: nil, status: nil, code: nil, scenario: nil, caller: nil, environment: nil, text: nil, comparison: nil, jobs: nil)
      values = {
        'since' => since,
        'operation' => operation,
        'status' => status,
        'code' => code,
        'scenario' => scenario,
        'caller' => caller,
        'environment' => environment,
        'text' => text,
        'comparison' => comparison,
        'jobs' => jobs,
        'limit' => 10_000
      }
      Journal.of(call('GET', '/journal', query: values))
    end

    # The messages sent by the service, in both environments.
    #
    # id: Only the message with this id.
    # environment: The environment: test or production.
    # recipient: Only messages to this address, or to the recipient with this number or URN in the order.
    # text: Only messages with this text in the address or subject, or to the recipient with this number or URN in the
    #   order.
    # channel: Only messages of this channel.
    # order_id: Only messages of the order with this notificationOrderId.
    # shipment_id: Only messages of this shipment.
    # bodies: beginning: only the first 200 characters. Default: whole.
    def outbox(id: nil, environment: nil, recipient: nil, text: nil, channel: nil, order_id: nil, shipment_id: nil, bodies: nil)
      values = {
        'id' => id,
        'environment' => environment,
        'recipient' => recipient,
        'text' => text,
        'channel' => channel,
        'orderId' => order_id,
        'shipmentId' => shipment_id,
        'bodies' => bodies
      }
      pages('/outbox', 'messages', values) { |it| Message.of(it) }
    end

    # The orders in both environments: each notification and each reminder.
    #
    # id: Only the record with this id.
    # environment: Only records of this environment.
    # creator: Only records of this creator.
    # order: Only shipments of the order with this id.
    # type: Only records of this type.
    # status: Only records in this status.
    # senders_reference: Only shipments with this sender's reference.
    # recipient: Only records with this recipient.
    def orders(id: nil, environment: nil, creator: nil, order: nil, type: nil, status: nil, senders_reference: nil, recipient: nil)
      values = {
        'id' => id,
        'environment' => environment,
        'creator' => creator,
        'order' => order,
        'type' => type,
        'status' => status,
        'sendersReference' => senders_reference,
        'recipient' => recipient
      }
      pages('/records/shipments', 'records', values) { |it| Shipment.of(it) }
    end

    # The file transfers in both environments.
    #
    # id: Only the record with this id.
    # environment: Only records of this environment.
    # status: Only records in this status.
    # recipient: Only records with this recipient.
    # resource: Only records of this resource.
    # file_name: Only file transfers with this file name.
    # reference: Only file transfers with this sender's reference.
    # sender: Only file transfers of this sender.
    def files(id: nil, environment: nil, status: nil, recipient: nil, resource: nil, file_name: nil, reference: nil, sender: nil)
      values = {
        'id' => id,
        'environment' => environment,
        'status' => status,
        'recipient' => recipient,
        'resource' => resource,
        'fileName' => file_name,
        'reference' => reference,
        'sender' => sender
      }
      pages('/records/fileTransfers', 'records', values) { |it| FileTransfer.of(it) }
    end

    # Publish a file of any size, whose bytes are generated while a client reads them.
    #
    # size: The size in bytes. The content is generated, so it takes no space.
    # seed: The same seed gives the same bytes. Default: the seed of the simulator.
    # file_name: The file name, 1 to 255 characters.
    # sender: The organization number of the sender, or any form that the service accepts.
    # recipients: The organization numbers of the recipients.
    # resource_id: The id of the resource. Default: standin-unscanned. In production, other resources need an
    #   approval.
    # environment: Default: the environment of the address.
    def publish_file(size, seed: nil, file_name: nil, sender: nil, recipients: nil, resource_id: nil, environment: nil)
      values = {
        'size' => size,
        'seed' => seed,
        'fileName' => file_name,
        'sender' => sender,
        'recipients' => recipients,
        'resourceId' => resource_id,
        'environment' => environment
      }
      Wire.member(call('POST', '/file-transfers', body: values), 'fileTransferId', Wire::TEXT)
    end

    # End the scan of a file now.
    #
    # id: The id of a file transfer in the addressed environment.
    # result: The result. Default: depends on the name and content of the file.
    def scan_file(id, result = nil)
      TransferStatus.of(call('POST', "/file-transfers/#{Wire.part('id', id)}/scan", body: { 'result' => result }))
    end

    # Purge a file now, as if its lifetime or grace period had ended.
    #
    # id: The id of a file transfer in the addressed environment.
    def expire_file(id)
      TransferStatus.of(call('POST', "/file-transfers/#{Wire.part('id', id)}/expire"))
    end

    # The contact register: people, organizations and external identities.
    #
    # condition: Only contacts with this condition, such as reserved.
    # kind: Only people, only organizations, or only external identities.
    # numbers: Only contacts with these numbers, separated by commas. Codes of service owners, such as ttd, also work.
    def contacts(condition: nil, kind: nil, numbers: nil)
      values = {
        'condition' => condition,
        'kind' => kind,
        'numbers' => numbers
      }
      pages('/contacts', 'contacts', values) { |it| Contact.of(it) }
    end

    # Add a contact to the register, or replace one.
    #
    # number: A national identity number, an organization number, or the URN of an external identity.
    # name: The name.
    # condition: The special property of the contact, in one word.
    # verified: True if the addresses are verified.
    # email: The email address.
    # mobile: The mobile number.
    # reserved: True if the person is reserved against digital communication.
    # updated: Time when the person last confirmed the details.
    # emails: The email addresses.
    # mobiles: The mobile numbers.
    # users: People who registered addresses of their own for the organization.
    # service_owner: The code of the service owner. Null: the organization is not a service owner.
    def put_contact(number, name: nil, condition: nil, verified: nil, email: nil, mobile: nil, reserved: nil, updated: nil, emails: nil, mobiles: nil, users: nil, service_owner: nil)
      values = {
        'name' => name,
        'condition' => condition,
        'verified' => verified,
        'email' => email,
        'mobile' => mobile,
        'reserved' => reserved,
        'updated' => updated,
        'emails' => emails,
        'mobiles' => mobiles,
        'users' => users,
        'serviceOwner' => service_owner
      }
      Contact.of(call('PUT', "/contacts/#{Wire.part('number', number)}", body: values))
    end

    # Remove a contact from the register.
    #
    # number: A national identity number, an organization number, or the URN of an external identity.
    def remove_contact(number)
      call('DELETE', "/contacts/#{Wire.part('number', number)}")
      nil
    end

    # The resources of both environments, with their configuration.
    def resources
      pages('/resources', 'resources') { |it| Resource.of(it) }
    end

    # Add a resource to the addressed environment, or replace one. Members as in resources.json.
    #
    # id: The id of a resource in the addressed environment.
    # owner: The organization number of its service owner.
    # max_file_transfer_size: The largest file in bytes. Absent: no limit for this resource.
    # time_to_live: Time until files expire, such as 30d.
    # purge_after_confirmed: True: files are purged once all recipients have confirmed.
    # grace_period: Time until files are purged after the last confirmation, such as 2h.
    # use_manifest_file_shim: True: older clients get a manifest file. Has no effect in Standin.
    # external_service_code: The code of the older service. Has no effect in Standin.
    # external_service_edition: The edition of the older service. Has no effect in Standin.
    # required_party: The organization that must be the sender or the only recipient of each file transfer, such as
    #   0192:991825827.
    # access_list: The only organizations that may be recipients, such as 0192:370916446.
    # unscanned_approved: True: files may skip the virus scan, also in production.
    # configured: False: its owner has not configured it. Default: true.
    # registered: False: it is missing in the resource registry. Default: true.
    def put_resource(id, owner: nil, max_file_transfer_size: nil, time_to_live: nil, purge_after_confirmed: nil, grace_period: nil, use_manifest_file_shim: nil, external_service_code: nil, external_service_edition: nil, required_party: nil, access_list: nil, unscanned_approved: nil, configured: nil, registered: nil)
      values = {
        'owner' => owner,
        'maxFileTransferSize' => max_file_transfer_size,
        'timeToLive' => time_to_live,
        'purgeAfterConfirmed' => purge_after_confirmed,
        'gracePeriod' => grace_period,
        'useManifestFileShim' => use_manifest_file_shim,
        'externalServiceCode' => external_service_code,
        'externalServiceEdition' => external_service_edition,
        'requiredParty' => required_party,
        'accessList' => access_list,
        'unscannedApproved' => unscanned_approved,
        'configured' => configured,
        'registered' => registered
      }
      Resource.of(call('PUT', "/resources/#{Wire.part('id', id)}", body: values))
    end

    # Remove a resource from the addressed environment. Its file transfers stay.
    #
    # id: The id of a resource in the addressed environment.
    def remove_resource(id)
      call('DELETE', "/resources/#{Wire.part('id', id)}")
      nil
    end

    # The gates and the calls held at them.
    def gates
      pages('/gates', 'gates') { |it| GateState.of(it) }
    end

    # Hold the calls of an operation before or after their work until they are released. An existing gate stays
    # unchanged.
    #
    # operation: The operation with the gate, such as notifications.createOrder.
    # at: The place of the gate: before-work, or after-work and before the reply.
    def put_gate(operation, at)
      GateState.of(call('PUT', "/gates/#{Wire.part('operation', operation)}/#{Wire.part('at', at)}"))
    end

    # Wait until this many calls are held at a gate.
    #
    # operation: The operation with the gate, such as notifications.createOrder.
    # at: The place of the gate: before-work, or after-work and before the reply.
    # arrived: Wait until this many calls are held at the gate.
    # within: The maximum wait in real time. Default: 30s.
    def wait_at_gate(operation, at, arrived: nil, within: nil)
      values = {
        'arrived' => arrived,
        'within' => within
      }
      GateState.of(call('GET', "/gates/#{Wire.part('operation', operation)}/#{Wire.part('at', at)}", query: values))
    end

    # Release calls that are held at a gate, in any order.
    #
    # operation: The operation with the gate, such as notifications.createOrder.
    # at: The place of the gate: before-work, or after-work and before the reply.
    # calls: The number of calls to release, in order of arrival. Default: all.
    # order: The positions of the calls, from 0, in the order of release. 1,0 releases the second, then the first.
    def release_gate(operation, at, calls: nil, order: nil)
      values = {
        'calls' => calls,
        'order' => order
      }
      GateState.of(call('POST', "/gates/#{Wire.part('operation', operation)}/#{Wire.part('at', at)}/release", body: values))
    end

    # Release all calls held at a gate, and remove the gate.
    #
    # operation: The operation with the gate, such as notifications.createOrder.
    # at: The place of the gate: before-work, or after-work and before the reply.
    def remove_gate(operation, at)
      call('DELETE', "/gates/#{Wire.part('operation', operation)}/#{Wire.part('at', at)}")
      nil
    end

    # Verdicts on how each caller behaved, with the calls that show it.
    #
    # caller: Only this caller: a client id or an organization number.
    # set: Only the verdicts of this set, such as 2026-11. Default: every verdict.
    def verdicts(caller = nil, set: nil)
      Judgement.of(call('GET', '/verdicts', query: { 'caller' => caller, 'set' => set }))
    end

    # Reset the world to its initial state, except for the parts to keep.
    #
    # keep: The parts to keep.
    def reset(keep: nil)
      call('POST', '/reset', body: { 'keep' => keep })
      nil
    end

    # Calls any control row of this world: control('GET', '/clock'). The path is below /_standin.
    def control(method, path, body = nil, query: nil)
      unless path.match?(%r{\A/[!-~]*\z}) && !path.match?(%r{/\.{1,2}(/|\?|\z)})
        raise Error, "#{path.inspect} is not a path below /_standin, such as /clock."
      end

      call(method, path, query: query, body: body)
    end

    # Drops the world, with everything in it.
    def close
      Wire.send(@server, @admin_token, 'DELETE', "/_standin/worlds/#{@name}")
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

  # A scenario and its state.
  ScenarioStatus = Struct.new(
    # The name of the scenario.
    :name,
    # A one-sentence description of the failure.
    :summary,
    # The chapter under which the documentation lists it.
    :breaks,
    # The origin: built-in, a folder, or defined for one world.
    :source,
    # True if it is switched on.
    :active,
    # The time when it ends automatically; null if it does not.
    :until,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        name: Wire.member(it, 'name', Wire::TEXT),
        summary: Wire.member(it, 'summary', Wire::TEXT),
        breaks: Wire.member(it, 'breaks', Wire::TEXT),
        source: Wire.member(it, 'source', Wire::TEXT),
        active: Wire.member(it, 'active', Wire::BOOLEAN),
        until: Wire.maybe(it, 'until', Wire::TIME)
      )
    end
  end

  # The result of a job.
  Happening = Struct.new(
    # The time on the world's clock.
    :at,
    # The name of the job or event.
    :what,
    # The id of the affected record.
    :id,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        at: Wire.member(it, 'at', Wire::TIME),
        what: Wire.member(it, 'what', Wire::TEXT),
        id: Wire.maybe(it, 'id', Wire::TEXT)
      )
    end
  end

  # Booked jobs of the same kind.
  Booked = Struct.new(
    # The name of the job.
    :what,
    # The number of these jobs.
    :count,
    # The time when the first of them is due.
    :from,
    # The time when the last of them is due.
    :until,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        what: Wire.member(it, 'what', Wire::TEXT),
        count: Wire.member(it, 'count', Wire::INTEGER),
        from: Wire.member(it, 'from', Wire::TIME),
        until: Wire.member(it, 'until', Wire::TIME)
      )
    end
  end

  # The result of advancing the clock.
  Account = Struct.new(
    # The current world time.
    :now,
    # The events in chronological order.
    :happened,
    # The total number of events.
    :total,
    # The number of events of each kind.
    :counts,
    # True if the service has no work left: no working step is booked.
    :settled,
    # The jobs that are still booked, by name, in the order in which they are due.
    :booked,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        now: Wire.member(it, 'now', Wire::TIME),
        happened: Wire.member(it, 'happened', Wire.list(Happening.method(:of))),
        total: Wire.member(it, 'total', Wire::INTEGER),
        counts: Wire.member(it, 'counts', Wire.map(Wire::INTEGER)),
        settled: Wire.member(it, 'settled', Wire::BOOLEAN),
        booked: Wire.member(it, 'booked', Wire.list(Booked.method(:of)))
      )
    end
  end

  # The caller.
  Caller = Struct.new(
    # The service owner's code, such as ttd.
    :org,
    # The organization number.
    :org_no,
    # The integration's id.
    :client_id,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        org: Wire.maybe(it, 'org', Wire::TEXT),
        org_no: Wire.maybe(it, 'orgNo', Wire::TEXT),
        client_id: Wire.maybe(it, 'clientId', Wire::TEXT)
      )
    end
  end

  # A difference between two replies.
  Difference = Struct.new(
    # The kind of the difference, such as status, code or value.
    :kind,
    # The member of the reply.
    :where,
    # The value of the real service.
    :there,
    # The value of Standin.
    :here,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        kind: Wire.member(it, 'kind', Wire::TEXT),
        where: Wire.member(it, 'where', Wire::TEXT),
        there: Wire.member(it, 'there', Wire::ANY),
        here: Wire.member(it, 'here', Wire::ANY)
      )
    end
  end

  # The result of a comparison with the real service.
  Comparison = Struct.new(
    # same, differs, or apart: it could not be compared.
    :result,
    # The reason why it could not be compared.
    :reason,
    # The differences between the two replies.
    :differences,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        result: Wire.member(it, 'result', Wire::TEXT),
        reason: Wire.maybe(it, 'reason', Wire::TEXT),
        differences: Wire.maybe(it, 'differences', Wire.list(Difference.method(:of)))
      )
    end
  end

  # A call, or one of the service's jobs.
  JournalLine = Struct.new(
    # The id of the line.
    :id,
    # The time on the world's clock.
    :at,
    # The environment: test or production.
    :environment,
    # The operation or job, such as notifications.createOrder; null for a path without an operation.
    :operation,
    # The HTTP method.
    :method,
    # The path of the call.
    :path,
    # The HTTP status; null for a job, or if the call has no reply yet.
    :status,
    # The error code.
    :code,
    # The caller; null if no token names one.
    :caller,
    # The duration of the call in real milliseconds.
    :ms,
    # The last stage that the call reached.
    :stage,
    # True if the call changed anything.
    :committed,
    # True if the reply was lost or cut off.
    :cut,
    # The status that a job set on its record, such as Email_Delivered; null for calls, and for jobs that set none.
    :record_status,
    # The scenario that changed the call.
    :scenario,
    # The reason for the result.
    :why,
    # The result of the comparison with the real service (`standin start --compare`).
    :comparison,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        id: Wire.member(it, 'id', Wire::TEXT),
        at: Wire.member(it, 'at', Wire::TIME),
        environment: Wire.member(it, 'environment', Wire::TEXT),
        operation: Wire.maybe(it, 'operation', Wire::TEXT),
        method: Wire.maybe(it, 'method', Wire::TEXT),
        path: Wire.maybe(it, 'path', Wire::TEXT),
        status: Wire.maybe(it, 'status', Wire::INTEGER),
        code: Wire.maybe(it, 'code', Wire::TEXT),
        caller: Wire.maybe(it, 'caller', Caller.method(:of)),
        ms: Wire.maybe(it, 'ms', Wire::NUMBER),
        stage: Wire.member(it, 'stage', Wire::TEXT),
        committed: Wire.member(it, 'committed', Wire::BOOLEAN),
        cut: Wire.member(it, 'cut', Wire::BOOLEAN),
        record_status: Wire.maybe(it, 'recordStatus', Wire::TEXT),
        scenario: Wire.maybe(it, 'scenario', Wire::TEXT),
        why: Wire.maybe(it, 'why', Wire::TEXT),
        comparison: Wire.maybe(it, 'comparison', Comparison.method(:of))
      )
    end
  end

  # A delivery report from a tester.
  Report = Struct.new(
    # The time when the report arrived.
    :at,
    # The status that it reports.
    :status,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        at: Wire.member(it, 'at', Wire::TIME),
        status: Wire.member(it, 'status', Wire::TEXT)
      )
    end
  end

  # An email or SMS that was sent.
  Message = Struct.new(
    # The id of the message.
    :id,
    # The time when it was sent.
    :at,
    # The environment: test or production.
    :environment,
    # The creator of the order: the code of the service owner, or the issuer of the platform access token.
    :creator,
    # The id of the order.
    :order_id,
    # The id of the shipment. Its delivery manifest is at /future/shipment/{id}.
    :shipment_id,
    # The position of the recipient in the delivery manifest, from 0.
    :position,
    # The channel: Email or SMS.
    :channel,
    # The address of the recipient.
    :to,
    # The sender.
    :from,
    # The subject; null for an SMS.
    :subject,
    # The text.
    :body,
    # The content type; null for an SMS.
    :content_type,
    # The number of SMS segments; null for an email.
    :segments,
    # True if a carrier would truncate it. The body here is complete.
    :truncated,
    # The status of the message.
    :status,
    # The time when the status changed.
    :status_at,
    # Delivery reports sent by a tester, oldest first; the newest 50. They are not in the journal.
    :reports,
    # The id of the journal line of the call or job that sent it.
    :caused_by,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        id: Wire.member(it, 'id', Wire::TEXT),
        at: Wire.member(it, 'at', Wire::TIME),
        environment: Wire.member(it, 'environment', Wire::TEXT),
        creator: Wire.member(it, 'creator', Wire::TEXT),
        order_id: Wire.member(it, 'orderId', Wire::TEXT),
        shipment_id: Wire.member(it, 'shipmentId', Wire::TEXT),
        position: Wire.member(it, 'position', Wire::INTEGER),
        channel: Wire.member(it, 'channel', Wire::TEXT),
        to: Wire.member(it, 'to', Wire::TEXT),
        from: Wire.member(it, 'from', Wire::TEXT),
        subject: Wire.maybe(it, 'subject', Wire::TEXT),
        body: Wire.member(it, 'body', Wire::TEXT),
        content_type: Wire.maybe(it, 'contentType', Wire::TEXT),
        segments: Wire.maybe(it, 'segments', Wire::INTEGER),
        truncated: Wire.member(it, 'truncated', Wire::BOOLEAN),
        status: Wire.member(it, 'status', Wire::TEXT),
        status_at: Wire.member(it, 'statusAt', Wire::TIME),
        reports: Wire.member(it, 'reports', Wire.list(Report.method(:of))),
        caused_by: Wire.maybe(it, 'causedBy', Wire::TEXT)
      )
    end
  end

  # A recipient of a shipment.
  Recipient = Struct.new(
    # The channel of the message.
    :channel,
    # The address; empty for a reserved recipient and for one without contact details.
    :destination,
    # The status of the message. Final statuses are those for delivery and each kind of failure.
    :status,
    # The time when the status changed.
    :last_update,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        channel: Wire.member(it, 'channel', Wire::TEXT),
        destination: Wire.member(it, 'destination', Wire::TEXT),
        status: Wire.member(it, 'status', Wire::TEXT),
        last_update: Wire.member(it, 'lastUpdate', Wire::TIME)
      )
    end
  end

  # A notification or a reminder.
  Shipment = Struct.new(
    # The id of the shipment.
    :id,
    # The environment: test or production.
    :environment,
    # The id of the order.
    :order_id,
    # The kind of shipment: a notification, a reminder, an instant message or a composed email.
    :type,
    # The status of the shipment.
    :status,
    # The creator of the order: the code of the service owner, or the issuer of the platform access token.
    :creator,
    # A reference chosen by the client, returned in the reply, the shipment and the feed.
    :senders_reference,
    # The earliest time of sending.
    :requested_send_time,
    # The time of creation.
    :created,
    # The time when the status changed.
    :last_update,
    # The recipients.
    :recipients,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        id: Wire.member(it, 'id', Wire::TEXT),
        environment: Wire.member(it, 'environment', Wire::TEXT),
        order_id: Wire.member(it, 'orderId', Wire::TEXT),
        type: Wire.member(it, 'type', Wire::TEXT),
        status: Wire.member(it, 'status', Wire::TEXT),
        creator: Wire.member(it, 'creator', Wire::TEXT),
        senders_reference: Wire.maybe(it, 'sendersReference', Wire::TEXT),
        requested_send_time: Wire.member(it, 'requestedSendTime', Wire::TIME),
        created: Wire.member(it, 'created', Wire::TIME),
        last_update: Wire.member(it, 'lastUpdate', Wire::TIME),
        recipients: Wire.member(it, 'recipients', Wire.list(Recipient.method(:of)))
      )
    end
  end

  # A file transfer.
  FileTransfer = Struct.new(
    # The id of the file transfer.
    :id,
    # The environment: test or production.
    :environment,
    # The status of the file transfer.
    :status,
    # The id of the resource, without the prefix of a URN.
    :resource_id,
    # The file name, 1 to 255 characters.
    :file_name,
    # A reference chosen by the sender, 1 to 4096 characters.
    :senders_file_transfer_reference,
    # The sending organization: 0192: or urn:altinn:organization:identifier-no:, followed by nine digits.
    :sender,
    # The recipients.
    :recipients,
    # The time of creation.
    :created,
    # The time when the file or upload is removed.
    :expires,
    # The size in bytes; null without a file.
    :size,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        id: Wire.member(it, 'id', Wire::TEXT),
        environment: Wire.member(it, 'environment', Wire::TEXT),
        status: Wire.member(it, 'status', Wire::TEXT),
        resource_id: Wire.member(it, 'resourceId', Wire::TEXT),
        file_name: Wire.member(it, 'fileName', Wire::TEXT),
        senders_file_transfer_reference: Wire.member(it, 'sendersFileTransferReference', Wire::TEXT),
        sender: Wire.member(it, 'sender', Wire::TEXT),
        recipients: Wire.member(it, 'recipients', Wire.list(Wire::TEXT)),
        created: Wire.member(it, 'created', Wire::TIME),
        expires: Wire.member(it, 'expires', Wire::TIME),
        size: Wire.maybe(it, 'size', Wire::INTEGER)
      )
    end
  end

  # A file transfer and its status.
  TransferStatus = Struct.new(
    # The id of the file transfer.
    :file_transfer_id,
    # The status of the file transfer.
    :status,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        file_transfer_id: Wire.member(it, 'fileTransferId', Wire::TEXT),
        status: Wire.member(it, 'status', Wire::TEXT)
      )
    end
  end

  # A person who registered addresses for an organization.
  ContactUser = Struct.new(
    # The email address.
    :email,
    # The mobile number.
    :mobile,
    # The resources that they want notifications for.
    :resources,
    # Their permitted actions on the resource.
    :actions,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        email: Wire.maybe(it, 'email', Wire::TEXT),
        mobile: Wire.maybe(it, 'mobile', Wire::TEXT),
        resources: Wire.maybe(it, 'resources', Wire.list(Wire::TEXT)),
        actions: Wire.maybe(it, 'actions', Wire.list(Wire::TEXT))
      )
    end
  end

  # A person, an organization or an external identity. A member that its kind lacks is null.
  Contact = Struct.new(
    # The national identity number, the organization number, or the URN of an external identity.
    :number,
    # The name.
    :name,
    # The special property of the contact, in one word.
    :condition,
    # True if the addresses are verified.
    :verified,
    # The email address.
    :email,
    # The mobile number.
    :mobile,
    # True if the person is reserved against digital communication.
    :reserved,
    # Time when the person last confirmed the details.
    :updated,
    # The email addresses.
    :emails,
    # The mobile numbers.
    :mobiles,
    # People who registered addresses of their own for the organization.
    :users,
    # The code of the service owner. Null: the organization is not a service owner.
    :service_owner,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        number: Wire.member(it, 'number', Wire::TEXT),
        name: Wire.maybe(it, 'name', Wire::TEXT),
        condition: Wire.maybe(it, 'condition', Wire::TEXT),
        verified: Wire.maybe(it, 'verified', Wire::BOOLEAN),
        email: Wire.maybe(it, 'email', Wire::TEXT),
        mobile: Wire.maybe(it, 'mobile', Wire::TEXT),
        reserved: Wire.maybe(it, 'reserved', Wire::BOOLEAN),
        updated: Wire.maybe(it, 'updated', Wire::TEXT),
        emails: Wire.maybe(it, 'emails', Wire.list(Wire::TEXT)),
        mobiles: Wire.maybe(it, 'mobiles', Wire.list(Wire::TEXT)),
        users: Wire.maybe(it, 'users', Wire.list(ContactUser.method(:of))),
        service_owner: Wire.maybe(it, 'serviceOwner', Wire::TEXT)
      )
    end
  end

  # A resource for file transfers.
  Resource = Struct.new(
    # The id of the resource.
    :id,
    # The environment: test or production.
    :environment,
    # The organization number of its service owner.
    :owner,
    # False if its owner has not configured it yet.
    :configured,
    # False if the resource registry has lost it.
    :registered,
    # The maximum size of a file in bytes.
    :max_file_transfer_size,
    # The lifetime of files, as an ISO 8601 duration.
    :time_to_live,
    # True if a file is removed after all recipients have confirmed it.
    :purge_after_confirmed,
    # The time until removal after the last confirmation, as an ISO 8601 duration.
    :grace_period,
    # True if older clients get a manifest file. It has no effect here.
    :use_manifest_file_shim,
    # The code of the older service. It has no effect here.
    :external_service_code,
    # The edition of the older service. It has no effect here.
    :external_service_edition,
    # The organization that must be the sender or the only recipient of each file transfer.
    :required_party,
    # The only organizations that may be recipients, in the form 0192:NNNNNNNNN.
    :access_list,
    # True if files may skip the virus scan in production.
    :unscanned_approved,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        id: Wire.member(it, 'id', Wire::TEXT),
        environment: Wire.member(it, 'environment', Wire::TEXT),
        owner: Wire.maybe(it, 'owner', Wire::TEXT),
        configured: Wire.member(it, 'configured', Wire::BOOLEAN),
        registered: Wire.member(it, 'registered', Wire::BOOLEAN),
        max_file_transfer_size: Wire.maybe(it, 'maxFileTransferSize', Wire::INTEGER),
        time_to_live: Wire.maybe(it, 'timeToLive', Wire::TEXT),
        purge_after_confirmed: Wire.member(it, 'purgeAfterConfirmed', Wire::BOOLEAN),
        grace_period: Wire.maybe(it, 'gracePeriod', Wire::TEXT),
        use_manifest_file_shim: Wire.maybe(it, 'useManifestFileShim', Wire::BOOLEAN),
        external_service_code: Wire.maybe(it, 'externalServiceCode', Wire::TEXT),
        external_service_edition: Wire.maybe(it, 'externalServiceEdition', Wire::INTEGER),
        required_party: Wire.maybe(it, 'requiredParty', Wire::TEXT),
        access_list: Wire.maybe(it, 'accessList', Wire.list(Wire::TEXT)),
        unscanned_approved: Wire.member(it, 'unscannedApproved', Wire::BOOLEAN)
      )
    end
  end

  # A call waiting at a gate.
  StandingCall = Struct.new(
    # The id that its journal line will have when the call has ended.
    :id,
    # The HTTP method.
    :method,
    # The path of the call.
    :path,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        id: Wire.member(it, 'id', Wire::TEXT),
        method: Wire.member(it, 'method', Wire::TEXT),
        path: Wire.member(it, 'path', Wire::TEXT)
      )
    end
  end

  # A gate and its waiting calls.
  GateState = Struct.new(
    # The operation with the gate.
    :operation,
    # The place of the gate: before the work of a call, or after it and before the reply.
    :at,
    # The number of held calls.
    :standing,
    # The held calls in order of arrival.
    :calls,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        operation: Wire.member(it, 'operation', Wire::TEXT),
        at: Wire.member(it, 'at', Wire::TEXT),
        standing: Wire.member(it, 'standing', Wire::INTEGER),
        calls: Wire.member(it, 'calls', Wire.list(StandingCall.method(:of)))
      )
    end
  end

  # The verdict on one caller.
  CallerVerdict = Struct.new(
    # A client id, an organization number or code, or `anonymous` for calls without a trusted token.
    :caller,
    # `not-exercised`: the caller was never in that situation, so there is no evidence.
    :verdict,
    # The ids of the journal lines that show it; at most 20.
    :calls,
    # Scenarios that would put the caller in that situation.
    :exercise,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        caller: Wire.member(it, 'caller', Wire::TEXT),
        verdict: Wire.member(it, 'verdict', Wire::TEXT),
        calls: Wire.member(it, 'calls', Wire.list(Wire::TEXT)),
        exercise: Wire.member(it, 'exercise', Wire.list(Wire::TEXT))
      )
    end
  end

  # A rule for clients, with each caller's result.
  Verdict = Struct.new(
    # The name of the verdict.
    :id,
    # What a good client does.
    :sentence,
    # The verdict on a client that does otherwise.
    :severity,
    # The section of the reference that demands it, or a reason.
    :source,
    # What to change in the client.
    :guidance,
    # Every caller with its verdict.
    :callers,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        id: Wire.member(it, 'id', Wire::TEXT),
        sentence: Wire.member(it, 'sentence', Wire::TEXT),
        severity: Wire.member(it, 'severity', Wire::TEXT),
        source: Wire.member(it, 'source', Wire::TEXT),
        guidance: Wire.member(it, 'guidance', Wire::TEXT),
        callers: Wire.member(it, 'callers', Wire.list(CallerVerdict.method(:of)))
      )
    end
  end

  # A judged caller.
  JudgedCaller = Struct.new(
    # The caller, as in the verdicts.
    :caller,
    # The number of the caller's organization; null if unknown.
    :org_no,
    # The name of the organization in the register; null if unknown.
    :name,
    # The number of its calls that were judged.
    :calls,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        caller: Wire.member(it, 'caller', Wire::TEXT),
        org_no: Wire.maybe(it, 'orgNo', Wire::TEXT),
        name: Wire.maybe(it, 'name', Wire::TEXT),
        calls: Wire.member(it, 'calls', Wire::INTEGER)
      )
    end
  end

  # A Standin reply that violates its own OpenAPI document.
  WrongReply = Struct.new(
    # The journal line.
    :call,
    # The problem with the reply.
    :why,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        call: Wire.member(it, 'call', Wire::TEXT),
        why: Wire.member(it, 'why', Wire::TEXT)
      )
    end
  end

  # Calls that an HTTP library retried automatically.
  RepeatedCalls = Struct.new(
    # The caller.
    :caller,
    # The ids of the repeated calls; at most 20.
    :calls,
    keyword_init: true
  ) do
    # @api private
    def self.of(it)
      new(
        caller: Wire.member(it, 'caller', Wire::TEXT),
        calls: Wire.member(it, 'calls', Wire.list(Wire::TEXT))
      )
    end
  end

  # The verdicts on the callers.
  Judgement = Struct.new(
    # In the order of the table of verdicts.
    :verdicts,
    # The callers that were judged, with the organization of each.
    :callers,
    # True if the world is watched. Otherwise only lines that are still in the journal are judged.
    :watched,
    # Reasons why verdicts may be uncertain: lines that the journal dropped, bodies that it does not store.
    :missing,
    # Scenarios that were on but never met by a call or job.
    :unmet,
    # Replies of Standin that do not match its own OpenAPI document. They are never the fault of a client.
    :ours,
    # Calls that the HTTP library of a caller probably repeated on its own, milliseconds after a connection broke.
    :repeated,
    keyword_init: true
  ) do
    # Findings about bad client behaviour.
    def bad = faults('bad')

    # Advice for clients.
    def advice = faults('advice')

    def faults(verdict)
      verdicts.flat_map do |each|
        each.callers.select { |one| one.verdict == verdict }.map do |one|
          Fault.new(verdict: each.id, sentence: each.sentence, guidance: each.guidance, caller: one.caller, calls: one.calls)
        end
      end
    end
    private :faults

    # @api private
    def self.of(it)
      new(
        verdicts: Wire.member(it, 'verdicts', Wire.list(Verdict.method(:of))),
        callers: Wire.member(it, 'callers', Wire.list(JudgedCaller.method(:of))),
        watched: Wire.member(it, 'watched', Wire::BOOLEAN),
        missing: Wire.member(it, 'missing', Wire.list(Wire::TEXT)),
        unmet: Wire.member(it, 'unmet', Wire.list(Wire::TEXT)),
        ours: Wire.member(it, 'ours', Wire.list(WrongReply.method(:of))),
        repeated: Wire.member(it, 'repeated', Wire.list(RepeatedCalls.method(:of)))
      )
    end
  end

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
