extension Phrase {
    /// All phrases in all languages; a test checks that none is missing and that all have the same
    /// placeholders.
    static let table: [Phrase: Words] = [
        .later: Words(
            de: "{line} {time}: {minutes} Min. später", en: "{line} {time}: {minutes} min late",
            fr: "{line} {time} : retard de {minutes} min",
            it: "{line} {time}: {minutes} min di ritardo"),
        .earlier: Words(
            de: "{line} {time}: fährt früher, um {new}",
            en: "{line} {time}: leaves earlier, at {new}",
            fr: "{line} {time} : départ avancé à {new}",
            it: "{line} {time}: parte prima, alle {new}"),
        .onTime: Words(
            de: "{line} {time}: wieder pünktlich", en: "{line} {time}: on time again",
            fr: "{line} {time} : de nouveau à l’heure", it: "{line} {time}: di nuovo puntuale"),
        .leaves: Words(
            de: "Ab {from} um {new}, nach {to}.", en: "Leaves {from} at {new}, to {to}.",
            fr: "Départ de {from} à {new}, vers {to}.", it: "Parte da {from} alle {new}, per {to}."),
        .leavesNot: Words(
            de: "Ab {from} um {new} statt {old}, nach {to}.",
            en: "Leaves {from} at {new}, not {old}, to {to}.",
            fr: "Départ de {from} à {new} au lieu de {old}, vers {to}.",
            it: "Parte da {from} alle {new} invece delle {old}, per {to}."),
        .fromTo: Words(
            de: "Ab {from} nach {to}.", en: "From {from} to {to}.", fr: "De {from} vers {to}.",
            it: "Da {from} per {to}."),
        .cancelled: Words(
            de: "{line} {time} fällt aus", en: "{line} {time} is cancelled",
            fr: "{line} {time} est supprimé", it: "{line} {time} è soppresso"),
        .rideCancelled: Words(
            de: "{line} ab {from} fällt aus", en: "{line} from {from} is cancelled",
            fr: "{line} au départ de {from} est supprimé", it: "{line} da {from} è soppresso"),
        .runsAgain: Words(
            de: "{line} {time} fährt doch", en: "{line} {time} runs after all",
            fr: "{line} {time} circule finalement", it: "{line} {time} circola comunque"),
        .instead: Words(
            de: "Stattdessen: {line} um {new} ab {from}, an {to} um {arrival}.",
            en: "Instead: {line} at {new} from {from}, at {to} at {arrival}.",
            fr: "À la place : {line} à {new} de {from}, à {to} à {arrival}.",
            it: "In alternativa: {line} alle {new} da {from}, a {to} alle {arrival}."),
        .nothingInstead: Words(
            de: "Auf diesem Weg fährt in den nächsten Stunden nichts anderes.",
            en: "Nothing else goes this way in the next hours.",
            fr: "Rien d’autre ne circule sur ce trajet ces prochaines heures.",
            it: "Nelle prossime ore non c’è altro su questo percorso."),
        .transferBroken: Words(
            de: "Umsteigen in {stop} klappt nicht", en: "The change at {stop} will not work",
            fr: "La correspondance à {stop} ne sera pas assurée",
            it: "La coincidenza a {stop} non è garantita"),
        .transferMissed: Words(
            de: "{line} kommt um {arrival} an, {next} fährt um {new}.",
            en: "{line} arrives at {arrival}, {next} leaves at {new}.",
            fr: "{line} arrive à {arrival}, {next} part à {new}.",
            it: "{line} arriva alle {arrival}, {next} parte alle {new}."),
        .transfersWork: Words(
            de: "{line} {time}: Umsteigen klappt wieder",
            en: "{line} {time}: all changes work again",
            fr: "{line} {time} : correspondances de nouveau assurées",
            it: "{line} {time}: coincidenze di nuovo garantite"),
        .platform: Words(
            de: "{line} {time}: Gleis {new}", en: "{line} {time}: platform {new}",
            fr: "{line} {time} : voie {new}", it: "{line} {time}: binario {new}"),
        .platformNot: Words(
            de: "Ab {from}, Gleis {new} statt {old}.",
            en: "At {from}, platform {new}, not {old}.",
            fr: "À {from}, voie {new} au lieu de {old}.",
            it: "A {from}, binario {new} invece di {old}."),
        .platformUnknown: Words(
            de: "{line} {time}: anderes Gleis in {from}",
            en: "{line} {time}: another platform at {from}",
            fr: "{line} {time} : autre voie à {from}", it: "{line} {time}: altro binario a {from}"),
        .liveLost: Words(
            de: "{line} {time}: keine Live-Daten", en: "{line} {time}: no live data",
            fr: "{line} {time} : pas de données en direct",
            it: "{line} {time}: nessun dato in tempo reale"),
        .liveLostBody: Words(
            de: "Nach Fahrplan ab {from} um {time}; ob das stimmt, ist nicht bekannt.",
            en: "It is due to leave {from} at {time}; whether it does is not known.",
            fr: "Selon l’horaire, départ de {from} à {time} ; ce n’est pas confirmé.",
            it: "Secondo l’orario parte da {from} alle {time}; non è confermato."),
        .liveBack: Words(
            de: "{line} {time}: wieder Live-Daten", en: "{line} {time}: live data is back",
            fr: "{line} {time} : données en direct rétablies",
            it: "{line} {time}: di nuovo dati in tempo reale"),
        .tripSoon: Words(
            de: "{line} fährt in {minutes} Min.", en: "{line} leaves in {minutes} min",
            fr: "{line} part dans {minutes} min", it: "{line} parte tra {minutes} min"),
        .tripNow: Words(
            de: "Jetzt einsteigen: {line}", en: "Get on now: {line}",
            fr: "Montez maintenant : {line}", it: "Salga ora: {line}"),
        .tripBody: Words(
            de: "Ab {from} um {new}, an {to} um {arrival}.",
            en: "From {from} at {new}, at {to} at {arrival}.",
            fr: "{from} à {new}, {to} à {arrival}.", it: "{from} alle {new}, {to} alle {arrival}."),
        .tripBodyAbout: Words(
            de: "Ab {from} etwa um {new}, an {to} etwa um {arrival}.",
            en: "From {from} at about {new}, at {to} at about {arrival}.",
            fr: "{from} vers {new}, {to} vers {arrival}.",
            it: "{from} verso le {new}, {to} verso le {arrival}."),
        .tripImpossible: Words(
            de: "Bis {time} in {to}: das klappt nicht mehr",
            en: "At {to} by {time}: not possible any more",
            fr: "{to} avant {time} : ce n’est plus possible",
            it: "{to} entro le {time}: non è più possibile"),
        .tripLostBody: Words(
            de: "In den nächsten Tagen fährt nichts von {from} nach {to}, das dann da ist.",
            en: "In the next days nothing goes from {from} to {to} in time.",
            fr: "Ces prochains jours, rien ne va de {from} à {to} à temps.",
            it: "Nei prossimi giorni nulla va da {from} a {to} in tempo."),
        .timetableOver: Words(
            de: "Bis {time} in {to}: kein Fahrplan mehr",
            en: "At {to} by {time}: no timetable any more",
            fr: "{to} avant {time} : plus d’horaire", it: "{to} entro le {time}: manca l’orario"),
        .timetableOverBody: Words(
            de: "Der Fahrplan hier ist abgelaufen. Mit dem nächsten kommen wieder Erinnerungen.",
            en: "The timetable here has ended. Reminders come again with the next one.",
            fr: "L’horaire connu ici est échu. Les rappels reprendront avec le prochain.",
            it: "L’orario noto qui è scaduto. I promemoria riprenderanno con il prossimo."),
        .tripMissed: Words(
            de: "{line} um {new} ist abgefahren", en: "{line} at {new} has left",
            fr: "{line} de {new} est parti", it: "{line} delle {new} è partito"),
        .tripWalk: Words(
            de: "Zu Fuss zu {from}: {walk} Min.", en: "{walk} min on foot to {from}.",
            fr: "{walk} min à pied jusqu’à {from}.", it: "{walk} min a piedi fino a {from}."),
        .tripTransfer: Words(
            de: "Nächster Halt {stop}: umsteigen auf {line}",
            en: "Next stop {stop}: change to {line}",
            fr: "Prochain arrêt {stop} : changez pour {line}",
            it: "Prossima fermata {stop}: cambi con {line}"),
        .tripTransferBody: Words(
            de: "{line} ab {from} um {new}.", en: "{line} leaves {from} at {new}.",
            fr: "{line} part de {from} à {new}.", it: "{line} parte da {from} alle {new}."),
        .tripTransferPlatform: Words(
            de: "{line} ab {from} um {new}, Gleis {platform}.",
            en: "{line} leaves {from} at {new}, platform {platform}.",
            fr: "{line} part de {from} à {new}, voie {platform}.",
            it: "{line} parte da {from} alle {new}, binario {platform}."),
        .nearMetres: Words(
            de: "{line} ist {metres} m entfernt", en: "{line} is {metres} m away",
            fr: "{line} est à {metres} m", it: "{line} è a {metres} m"),
        .nearMinutes: Words(
            de: "{line} ist in {minutes} Min. da", en: "{line} is {minutes} min away",
            fr: "{line} arrive dans {minutes} min", it: "{line} arriva tra {minutes} min"),
        .nearBody: Words(
            de: "Bei {place}, Richtung {to}.", en: "Near {place}, towards {to}.",
            fr: "Près de {place}, direction {to}.", it: "Vicino a {place}, direzione {to}."),
        .nearYou: Words(
            de: "In Ihrer Nähe, Richtung {to}.", en: "Near you, towards {to}.",
            fr: "Près de vous, direction {to}.", it: "Vicino a Lei, direzione {to}."),
        .stepsClosed: Words(
            de: "{stop}: kein Weg ohne Stufen", en: "{stop}: no way without steps",
            fr: "{stop} : pas d’accès sans marches", it: "{stop}: nessun accesso senza gradini"),
        .stepsClosedBody: Words(
            de: "{line} {time} nach {to}: {notice}", en: "{line} {time} to {to}: {notice}",
            fr: "{line} {time} vers {to} : {notice}", it: "{line} {time} per {to}: {notice}"),
        .liftStands: Words(
            de: "Ein Lift oder eine Rolltreppe ist ausser Betrieb.",
            en: "A lift or an escalator is out of order.",
            fr: "Un ascenseur ou un escalier roulant est hors service.",
            it: "Un ascensore o una scala mobile è fuori servizio."),
        .reminderLost: Words(
            de: "{line} {time}: nicht im Fahrplan", en: "{line} {time}: not in the timetable",
            fr: "{line} {time} : absent de l’horaire",
            it: "{line} {time}: non è previsto dall’orario"),
        .reminderLostBody: Words(
            de: "In den nächsten Tagen fährt {line} nicht um diese Zeit ab {from} nach {to}.",
            en: "In the next days {line} does not leave {from} for {to} around this time.",
            fr: "Ces prochains jours, {line} ne part pas de {from} vers {to} à cette heure.",
            it: "Nei prossimi giorni {line} non parte da {from} per {to} a quest’ora."),
        .getOffSoon: Words(
            de: "Nächster Halt: aussteigen", en: "Next stop: get off",
            fr: "Prochain arrêt : descendez", it: "Prossima fermata: scenda"),
        .getOffNow: Words(
            de: "Jetzt aussteigen: {stop}", en: "Get off now: {stop}",
            fr: "Descendez maintenant : {stop}", it: "Scenda ora: {stop}"),
        .getOffBody: Words(
            de: "{line} ist um {arrival} in {stop}.", en: "{line} is at {stop} at {arrival}.",
            fr: "{line} est à {stop} à {arrival}.", it: "{line} è a {stop} alle {arrival}."),
        .test: Words(
            de: "{app} erreicht Sie hier", en: "{app} can reach you here",
            fr: "{app} vous joint ici", it: "{app} La raggiunge qui"),
        .testBody: Words(
            de: "Das ist eine Probe.", en: "This is a test.",
            fr: "Ceci est un essai.", it: "Questa è una prova."),
        .code: Words(
            de: "{code} ist Ihr Code für {app}", en: "{code} is your code for {app}",
            fr: "{code} est votre code pour {app}", it: "{code} è il Suo codice per {app}"),
        .codeBody: Words(
            de:
                "Geben Sie ihn in der App ein, dann kommen Meldungen hierher. Wenn Sie ihn nicht angefordert haben, tun Sie nichts.",
            en: "Enter it in the app to get messages here. If you did not ask for it, do nothing.",
            fr:
                "Saisissez-le dans l’application pour recevoir ici les messages. Sinon, ignorez ce courriel.",
            it:
                "Lo inserisca nell’app per ricevere qui i messaggi. Se non l’ha chiesto, ignori questo messaggio."
        ),
    ]
}
