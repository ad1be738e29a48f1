/** The fixtures for browsers, written by tools/make-browser-data.ts. */
import type { Fixtures } from '../src/state/world.ts'

export const fixtures: Fixtures = {
  "people": [
    {
      "number": "12838590150",
      "name": "Oda Wold",
      "condition": "bothChannels",
      "email": "oda.wold@example.org",
      "mobile": "+4799991001"
    },
    {
      "number": "04846346916",
      "name": "Celine Solheim",
      "condition": "bothChannels",
      "email": "celine.solheim@example.org",
      "mobile": "99991002"
    },
    {
      "number": "15897238427",
      "name": "Jenny Glosli",
      "condition": "bothChannels",
      "email": "jenny.glosli@example.org",
      "mobile": "004799991003"
    },
    {
      "number": "25915901339",
      "name": "Maja Andresen Nilsen",
      "condition": "bothChannels",
      "email": "maja.andresen-nilsen@example.com",
      "mobile": "+4799991004"
    },
    {
      "number": "24867542562",
      "name": "Frida Kristoffersen",
      "condition": "bothChannels",
      "email": "frida.kristoffersen@example.org",
      "mobile": "+4799991005"
    },
    {
      "number": "21857502180",
      "name": "Sebastian Wold Bjørnstad",
      "condition": "emailOnly",
      "email": "sebastian.wold-bjornstad@example.org"
    },
    {
      "number": "09866348569",
      "name": "Fredrik Borge Bjerke",
      "condition": "mobileOnly",
      "mobile": "+4799991007"
    },
    {
      "number": "02838039440",
      "name": "Anders Ryan",
      "condition": "noDetails"
    },
    {
      "number": "07879132295",
      "name": "Jonathan Solheim Kristiansen",
      "condition": "unverified",
      "verified": false,
      "email": "jonathan.solheim-kristiansen@example.org",
      "mobile": "+4799991009"
    },
    {
      "number": "24867008388",
      "name": "Eirik Strand Larsen",
      "condition": "invalidEmail",
      "email": "eirik.strand-larsen@example"
    },
    {
      "number": "26907431842",
      "name": "Emma Bjørnstad",
      "condition": "invalidMobile",
      "mobile": "+4750000004"
    },
    {
      "number": "14929942842",
      "name": "Synne Borge Jensen",
      "condition": "stale",
      "email": "synne.borge-jensen@example.org",
      "mobile": "+4799991012",
      "updated": "2021-03-15"
    },
    {
      "number": "26878530828",
      "name": "Anders Mathisen Olsen",
      "condition": "reserved",
      "email": "anders.mathisen-olsen@example.org",
      "mobile": "+4799991013",
      "reserved": true
    },
    {
      "number": "24816028597",
      "name": "Benjamin Jacobsen",
      "condition": "reservedWithoutDetails",
      "reserved": true
    }
  ],
  "organizations": [
    {
      "number": "991825827",
      "name": "Testdepartementet",
      "condition": "emailOnly",
      "emails": [
        "post@example.org",
        "accounts@example.org"
      ],
      "mobiles": [],
      "serviceOwner": "ttd"
    },
    {
      "number": "974760673",
      "name": "Brønnøysundregistrene",
      "condition": "officialAddresses",
      "emails": [
        "firmapost@example.com"
      ],
      "mobiles": [
        "+4799991511"
      ],
      "serviceOwner": "brg"
    },
    {
      "number": "347147753",
      "name": "Jensen Regnskap AS",
      "condition": "officialAddresses",
      "emails": [
        "post@jensen-regnskap-as.example"
      ],
      "mobiles": [
        "+4799991521"
      ]
    },
    {
      "number": "370916446",
      "name": "Bakken Regnskap AS",
      "condition": "officialAddresses",
      "emails": [
        "kontakt@bakken-regnskap-as.example"
      ],
      "mobiles": [
        "99991531"
      ]
    },
    {
      "number": "375464780",
      "name": "Wold Regnskap AS",
      "condition": "severalAddresses",
      "emails": [
        "post@wold-regnskap-as.example",
        "regnskap@wold-regnskap-as.example",
        "Post@wold-regnskap-as.example"
      ],
      "mobiles": [
        "+4799991541",
        "+4799991542",
        "99991541"
      ]
    },
    {
      "number": "370907188",
      "name": "Jørgensen Holm Trevare AS",
      "condition": "emailOnly",
      "emails": [
        "post@jorgensen-holm-trevare-as.example"
      ],
      "mobiles": []
    },
    {
      "number": "326403849",
      "name": "Røed Regnskap AS",
      "condition": "mobileOnly",
      "emails": [],
      "mobiles": [
        "+4799991561"
      ]
    },
    {
      "number": "375969076",
      "name": "Hansen Hagebruk AS",
      "condition": "noDetails",
      "emails": [],
      "mobiles": []
    },
    {
      "number": "393455349",
      "name": "Jensen Bygg AS",
      "condition": "unverified",
      "verified": false,
      "emails": [
        "post@jensen-bygg-as.example"
      ],
      "mobiles": [
        "+4799991581"
      ]
    },
    {
      "number": "374774050",
      "name": "Svendsen Tangen Frakt AS",
      "condition": "userAddresses",
      "emails": [
        "post@svendsen-tangen-frakt-as.example"
      ],
      "mobiles": [
        "+4799991591"
      ],
      "users": [
        {
          "email": "leder@svendsen-tangen-frakt-as.example",
          "mobile": "+4799991592"
        },
        {
          "mobile": "+4799991593",
          "resources": [
            "standin-plain"
          ],
          "actions": [
            "read",
            "sign"
          ]
        }
      ]
    }
  ],
  "resources": [
    {
      "id": "standin-plain",
      "owner": "991825827",
      "timeToLive": 2592000000,
      "purgeAfterConfirmed": true,
      "gracePeriod": 7200000,
      "unscannedApproved": false
    },
    {
      "id": "standin-kept",
      "owner": "991825827",
      "timeToLive": 86400000,
      "purgeAfterConfirmed": false,
      "unscannedApproved": false
    },
    {
      "id": "standin-short",
      "owner": "991825827",
      "timeToLive": 600000,
      "purgeAfterConfirmed": true,
      "gracePeriod": 60000,
      "unscannedApproved": false
    },
    {
      "id": "standin-small",
      "owner": "991825827",
      "maxFileTransferSize": 1048576,
      "purgeAfterConfirmed": true,
      "unscannedApproved": false
    },
    {
      "id": "standin-unscanned",
      "owner": "974760673",
      "purgeAfterConfirmed": true,
      "unscannedApproved": true
    },
    {
      "id": "standin-access-list",
      "owner": "974760673",
      "purgeAfterConfirmed": true,
      "accessList": [
        "0192:370916446",
        "0192:375464780"
      ],
      "unscannedApproved": false
    },
    {
      "id": "standin-required-party",
      "owner": "991825827",
      "purgeAfterConfirmed": true,
      "requiredParty": "0192:991825827",
      "unscannedApproved": false
    },
    {
      "id": "standin-unconfigured",
      "owner": "991825827",
      "purgeAfterConfirmed": true,
      "unscannedApproved": false,
      "configured": false
    },
    {
      "id": "standin-unregistered",
      "owner": "991825827",
      "purgeAfterConfirmed": true,
      "unscannedApproved": false,
      "registered": false
    }
  ],
  "callers": [],
  "clients": []
}
