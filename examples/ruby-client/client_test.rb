require 'minitest/autorun'
require_relative 'files'
require_relative 'orders'
require_relative 'standin'

# The tests run in parallel, each in its own world.
class ClientTest < Minitest::Test
  parallelize_me!

  STANDIN = Standin.start(clock: 'frozen')
  Minitest.after_run { STANDIN.close }

  def setup = @world = STANDIN.world
  def teardown = @world.close

  def orders = Orders.new(@world.url, @world.token(org: 'ttd', scope: 'altinn:serviceowner/notifications.create'))
  def files = Files.new(@world.url, @world.token(org_no: '312345676', scope: 'altinn:broker.write'))

  def test_an_order_whose_reply_is_lost_is_sent_once
    @world.use 'order-lost-reply'
    orders.place('case-1', 'someone@example.org')
    @world.advance 'PT1M'

    assert_equal 2, @world.journal(operation: 'notifications.createOrder').count
    assert_equal ['someone@example.org'], @world.outbox.map(&:to)
    assert_empty @world.verdicts.bad
  end

  def test_a_reminder_is_sent_after_a_week
    orders.place('case-1', 'someone@example.org')
    @world.advance 'P6D'
    assert_equal 1, @world.outbox.size
    @world.advance 'P2D'

    assert_equal ['someone@example.org'] * 2, @world.outbox.map(&:to)
    assert_equal %w[Notification Reminder], @world.orders.map(&:type)
  end

  def test_an_infected_file_is_not_published
    @world.use 'infected-file'
    client = files
    id = client.send_file('report.xml', '<report/>', '0192:313456781')
    @world.advance(until: 'settled')

    assert_equal 'Failed', client.status(id)
    assert_equal [id], @world.files(status: 'Failed').map(&:id)
  end

  def test_a_limit_that_is_used_up_says_when_to_go_on
    @world.use 'rate-limit-initialize'
    client = files
    refused = assert_raises(Files::Refused) { client.send_file('report.xml', '<report/>', '0192:313456781') }
    assert_equal [429, 1], [refused.status, @world.journal(status: '429').count]
    @world.advance "PT#{refused.retry_after}S"

    id = client.send_file('report.xml', '<report/>', '0192:313456781')
    assert_equal [id], @world.files.map(&:id)
  end
end
